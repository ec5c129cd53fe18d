import type { Opportunity } from '@outrigger/defi'
import type { MevOpportunity } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { ConfidenceInputs } from './confidence/confidenceInputs.ts'
import type { Hop } from './sizing/playSwap.ts'

/** The kinds of MEV that are looked for. */
export type FindingType = MevOpportunity['type']

/** Swaps of the one who takes the opportunity, in smallest units of the first hop's input. */
export type PlannedSwaps = {
  /** Where in the block: just before or after the transactions of the finding; `alone` where it rests on none. */
  readonly position: 'before' | 'after' | 'alone'
  readonly hops: readonly Hop[]
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** `dexBuy` sells `token` cheaper than `dexSell` buys it, by `spreadPercent` at the margin and after fees. */
export type ArbitrageDetails = {
  readonly dexBuy: string
  readonly dexSell: string
  readonly token: string
  readonly spreadPercent: number
}

/** What the victim swaps, in native currency, and how much worse than at present it accepts, in percent. */
export type SandwichDetails = { readonly victimValueEth: number; readonly slippageTolerance: number }

/** Tokens by address; the bonus in percent of the repaid value. */
export type LiquidationDetails = {
  readonly protocol: string
  readonly collateral: string
  readonly debt: string
  readonly bonusPercent: number
}

/** Whose call it is that anyone could make: the contract called and the function's selector. */
export type FrontrunDetails = { readonly target: string; readonly selector: string }

type Found<type extends FindingType, details> = {
  readonly type: type
  /** The same for the same opportunity from block to block. */
  readonly id: string
  /**
   * Pending transactions it is about, in the order they are expected; empty where the state alone makes it. A liquidation is
   * done after a price update, and before somebody else's liquidation; a copied call before the call.
   */
  readonly transactions: readonly Hex[]
  /** The block on whose state it rests. */
  readonly blockNumber: bigint
  /** Wei, net of gas and of what is bid to the builder. */
  readonly estimatedProfit: bigint
  /** Probability, 0-1, that carrying it out in the position named yields at least 90 % of the estimate. */
  readonly confidence: number
  /** `computed` from pools' states by their arithmetic; `simulated`: a node has carried it out, or the transaction that it follows. */
  readonly method: 'computed' | 'simulated'
  /** What the confidence was computed from. */
  readonly inputs: ConfidenceInputs
  /** Empty where the opportunity is not one of swaps. */
  readonly swaps: readonly PlannedSwaps[]
  readonly details: details
}

/** A profit that the order of transactions makes possible. */
export type Finding =
  | Found<'arbitrage', ArbitrageDetails>
  | Found<'backrun', ArbitrageDetails>
  | Found<'sandwich', SandwichDetails>
  | (Found<'liquidation', LiquidationDetails> & {
      /** As it was sized: borrower, amount, how it is sold, and the calls that do it. */
      readonly opportunity: Opportunity
    })
  | Found<'frontrun', FrontrunDetails>

/** A finding as the mempool's transactions carry it. */
export function toMevOpportunity({ type, estimatedProfit, confidence, details }: Finding): MevOpportunity {
  return { type, estimatedProfitEth: Number(estimatedProfit) / 1e18, confidence, details: { ...details } }
}
