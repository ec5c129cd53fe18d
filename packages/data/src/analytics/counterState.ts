import type { BlockRange } from '@outrigger/core/internal'

/** The state of a chain's counters, without the counts. */
export type CounterState = {
  readonly revision: number
  /** All counted blocks, as far back as any counts are kept. */
  readonly ranges: readonly BlockRange[]
  /** Counted blocks up to this one are in the bars. Blocks above it are kept individually. -1 while there are none. */
  readonly settledTo: number
  /** Hash of that block if it is counted. The next block must be its child. */
  readonly settledHash: string
  /** Time of that block, in unix seconds. */
  readonly settledTime: number
  /** The newest counted block. -1 while there are none. */
  readonly newest: number
  /** The first kept document of each level. */
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
 * Blocks this deep go into the bars and can no longer be undone individually. After a deeper reorganization the counters start
 * again from zero.
 */
export const settledDepth = 128
/** Bars are written for this many blocks at a time. */
export const settleBatch = 32
