import type { ChainName } from '@outrigger/core'
import type { Hex } from 'viem'
import type { Exits } from '../exits/exit.ts'
import type { Account, Health, Market } from '../lending/market.ts'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { FlashLender } from './flashLoans.ts'
import type { LiquidationScan, Opportunity, SkippedPosition } from './opportunity.ts'
import { toOpportunity } from './profit.ts'
import { computeBestLiquidation, type GasCost } from './sizing/computeBestLiquidation.ts'

/** An account that can be liquidated, with the state of its market that makes it so. */
export type Candidate = {
  readonly protocol: LendingProtocol
  readonly market: Market
  readonly account: Account
  readonly health: Health
}

/** What a liquidation's profit depends on beside its market: all of one block. */
export type Surroundings = {
  readonly chain: ChainName
  readonly blockNumber: bigint
  readonly exits: Exits
  readonly lenders: readonly FlashLender[]
  readonly gasCost: GasCost
  readonly minProfitUsd: number
  readonly timestampMs: number
  /** The pending transaction whose price the candidates' markets have; null for the present price. */
  readonly pendingUpdate: Hex | null
}

/** The best liquidation of each candidate that pays enough, most profitable first, and why the others do not. */
export function computeOpportunities(candidates: readonly Candidate[], surroundings: Surroundings): LiquidationScan {
  const { chain, blockNumber, minProfitUsd } = surroundings
  const opportunities: Opportunity[] = []
  const skipped: SkippedPosition[] = []
  for (const candidate of candidates) {
    const { protocol, market, account } = candidate
    const skip = (reason: string) =>
      skipped.push({ protocol: protocol.id, market: market.id, borrower: account.address, reason })
    const best = computeBestLiquidation({ ...candidate, ...surroundings })
    if ('refused' in best) skip(best.refused)
    else if (best.netProfitUsd < minProfitUsd)
      skip(`Its net profit of ${best.netProfitUsd.toFixed(2)} USD is below the ${minProfitUsd} asked for.`)
    else opportunities.push(toOpportunity(candidate, best, surroundings))
  }
  opportunities.sort((a, b) => b.netProfitUsd - a.netProfitUsd)
  return { chain, blockNumber, opportunities, skipped }
}
