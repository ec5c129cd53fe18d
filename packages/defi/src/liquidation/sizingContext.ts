import type { ChainName } from '@outrigger/core'
import type { Hex } from 'viem'
import type { SwapRoutes } from '../dex/router/swapRoute.ts'
import type { Account, Health, Market } from '../lending/market.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { FlashLender } from './flashLoans.ts'
import type { GasCost } from './sizing/sizingTypes.ts'

/** A liquidatable account, with the state of its market. */
export type Candidate = {
  readonly protocol: LendingProtocol
  readonly market: Market
  readonly account: Account
  readonly health: Health
}

/** The data that a liquidation's profit depends on, except the market, at one block. */
export type SizingContext = {
  readonly chain: ChainName
  readonly blockNumber: bigint
  readonly routes: SwapRoutes
  readonly lenders: readonly FlashLender[]
  readonly gasCost: GasCost
  readonly minProfitUsd: number
  readonly timestampMs: number
  /** The pending transaction that sets the prices of the candidates' markets. Null for current prices. */
  readonly pendingUpdate: Hex | null
}
