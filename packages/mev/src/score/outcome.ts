import type { Finding } from '../finding.ts'

/** Why executing a finding would have yielded less than its estimate. */
export type FailureReason =
  /** On the chain's pool state, the profit is below 90 % of the estimate. */
  | 'lessProfit'
  /** The finding depends on a pending transaction that would have reverted after the finding's first swaps. */
  | 'victimReverts'
  /** A pool could not have executed the planned swaps. */
  | 'poolReverts'
  /** The liquidation or the copied call reverts on the state before the block. */
  | 'callReverts'
  /** The transactions changed the pools differently than computed, so the profit is unknown. */
  | 'otherSwaps'

/** Why a finding has no verdict. */
export type VoidReason =
  /** No block included the finding's transactions. */
  | 'dropped'
  | 'replaced'
  /** One of the finding's transactions reverted on chain. */
  | 'reverted'
  /** The detector withdrew the finding before its transactions were mined. */
  | 'withdrawn'
  /** The finding's transactions were mined in different blocks. */
  | 'differentBlocks'
  /** A reorg removed the finding's block. */
  | 'reorganised'
  /** The state of the pools at the finding's position in the block is unknown. */
  | 'unknownPools'
  /** No pool prices the profit in native currency. */
  | 'unknownValue'
  /** The finding does not consist of swaps, and no provider simulates it. */
  | 'undecidable'
  /** The provider did not return the logs of the block, or the status of a transaction in it. */
  | 'unavailable'
  /** The number of findings to score exceeded a limit. */
  | 'overload'

/** Result of executing a finding in its planned position. The profit is in wei, after the costs that the estimate used. */
export type Outcome =
  /** The profit is at least 90 % of the estimate. The finding's confidence is the probability of this outcome. */
  | { readonly kind: 'held'; readonly profit: bigint }
  | { readonly kind: 'failed'; readonly profit: bigint; readonly why: FailureReason }
  /** The finding has no verdict. Hit shares and other ratios exclude it. */
  | { readonly kind: 'void'; readonly why: VoidReason }

export const voided = (why: VoidReason): Outcome => ({ kind: 'void', why })
export const failed = (why: FailureReason, profit = 0n): Outcome => ({ kind: 'failed', profit, why })

/** Returns whether a profit reaches 90 % of its estimate. */
export const toVerdict = (profit: bigint, { estimatedProfit }: Finding): Outcome =>
  profit * 10n < estimatedProfit * 9n ? failed('lessProfit', profit) : { kind: 'held', profit }
