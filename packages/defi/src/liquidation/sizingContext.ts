import type { ChainName } from '@outrigger/core'
import type { Hex } from 'viem'
import type { SwapRoutes } from '../dex/swapRoute.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { Account, Health, Market } from '../market/market.ts'
import type { FlashLender } from './flashLoans.ts'
import type { GasCost } from './sizing/sizingTypes.ts'

/** An account that can be liquidated, with the state of its market that makes it so. */
export type Candidate = {
  readonly protocol: LendingProtocol
  readonly market: Market
  readonly account: Account
  readonly health: Health
}

/** What a liquidation's profit depends on beside its market: all of one block. */
export type SizingContext = {
  readonly chain: ChainName
  readonly blockNumber: bigint
  readonly routes: SwapRoutes
  readonly lenders: readonly FlashLender[]
  readonly gasCost: GasCost
  readonly minProfitUsd: number
  readonly timestampMs: number
  /** The pending transaction whose price the candidates' markets have; null for the present price. */
  readonly pendingUpdate: Hex | null
}
