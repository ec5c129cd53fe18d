import type { BlockRange } from '@outrigger/core/internal'

/** What is known of a chain's counters, beside the counts. */
export type CounterState = {
  readonly revision: number
  /** Every block that is counted, as far back as something of it is kept. */
  readonly ranges: readonly BlockRange[]
  /** Counted blocks up to this one are in the bars; those above are kept one by one. -1 while none is. */
  readonly settledTo: number
  /** Of that block, where it is counted; what comes after must be its child. */
  readonly settledHash: string
  /** When that block was, in unix seconds. */
  readonly settledTime: number
  /** Newest block that is counted. -1 while none is. */
  readonly newest: number
  /** Per level the first document that is kept. */
  readonly firstDocuments: readonly number[]
}

export const noCounters: CounterState = {
  revision: 0,
  ranges: [],
  settledTo: -1,
  settledHash: '',
  settledTime: 0,
  newest: -1,
  firstDocuments: [],
}

/**
 * Blocks this deep go into the bars, where they cannot be undone one by one. A reorganisation that reaches deeper makes the
 * counters begin anew.
 */
export const settledDepth = 128
/** Bars are written for as many blocks at a time. */
export const settleBatch = 32
