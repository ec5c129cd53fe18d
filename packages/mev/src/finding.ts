import type { Opportunity } from '@outrigger/defi'
import type { MevOpportunity } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { ConfidenceInputs } from './confidence/confidenceInputs.ts'
import type { Hop } from './sizing/playSwap.ts'

/** Supported kinds of MEV. */
export type FindingType = MevOpportunity['type']

/** Swaps that take the opportunity. Amounts are in smallest units. */
export type PlannedSwaps = {
  /** Position in the block: directly before or after the finding's transactions, or `alone` without a transaction. */
  readonly position: 'before' | 'after' | 'alone'
  readonly hops: readonly Hop[]
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** `token` is cheaper at `dexBuy` than at `dexSell`, by `spreadPercent` at the margin after fees. */
export type ArbitrageDetails = {
  readonly dexBuy: string
  readonly dexSell: string
  readonly token: string
  readonly spreadPercent: number
}

/** Value of the victim's swap in native currency, and the price change in percent that it accepts. */
export type SandwichDetails = { readonly victimValueEth: number; readonly slippageTolerance: number }

/** Tokens are addresses. The bonus is in percent of the repaid value. */
export type LiquidationDetails = {
  readonly protocol: string
  readonly collateral: string
  readonly debt: string
  readonly bonusPercent: number
}

/** Contract and function selector of the copyable call. */
export type FrontrunDetails = { readonly target: string; readonly selector: string }

type Found<type extends FindingType, details> = {
  readonly type: type
  /** Identifies the opportunity. It stays the same across blocks. */
  readonly id: string
  /**
   * Pending transactions that the finding depends on, in the expected order. Empty if it depends only on the current state. A
   * liquidation is sent after a price update and before a rival liquidation. A copied call is sent before the original.
   */
  readonly transactions: readonly Hex[]
  /** Block whose state the finding is based on. */
  readonly blockNumber: bigint
  /** Profit in wei after gas and the builder's bid. */
  readonly estimatedProfit: bigint
  /** Probability (0-1) of at least 90% of the estimated profit at the given position. */
  readonly confidence: number
  /** `computed`: with pool math · `simulated`: a node executed the whole plan, with the transactions it follows, in one block. */
  readonly basis: 'computed' | 'simulated'
  /** Inputs of the confidence model. */
  readonly inputs: ConfidenceInputs
  /** Swaps that take the opportunity. Empty if it does not consist of swaps. */
  readonly swaps: readonly PlannedSwaps[]
  readonly details: details
}

/** Profit that depends on the order of transactions. */
export type Finding =
  | Found<'arbitrage', ArbitrageDetails>
  | Found<'backrun', ArbitrageDetails>
  | Found<'sandwich', SandwichDetails>
  | (Found<'liquidation', LiquidationDetails> & {
      /** Sized liquidation: borrower, amount, route of the sale and the calls that execute it. */
      readonly opportunity: Opportunity
    })
  | Found<'frontrun', FrontrunDetails>

/** Converts a finding to the annotation of a mempool transaction. */
export function toMevOpportunity({ type, estimatedProfit, confidence, details }: Finding): MevOpportunity {
  return { type, estimatedProfitEth: Number(estimatedProfit) / 1e18, confidence, details: { ...details } }
}
