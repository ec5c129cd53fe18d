import type { BlockRange } from '@outrigger/core/internal'

/** The state of a chain's counters, without the counts. */
export type CounterState = {
  readonly revision: number
  /** All counted blocks, as far back as any counts are kept. */
  readonly ranges: readonly BlockRange[]
  /**
   * Number of the newest block in the bars. Counted blocks above it are kept individually. -1 if no block is in the
   * bars.
   */
  readonly settledTo: number
  /** Hash of that block if it is counted. The next block must be its child. */
  readonly settledHash: string
  /** Time of that block, in unix seconds. */
  readonly settledTime: number
  /** The newest counted block. -1 if no block is counted. */
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
 * Depth at which blocks are added to the bars. They can then no longer be undone individually. After a deeper
 * reorganization the counters start again from zero.
 */
export const settledDepth = 128
/** Number of blocks for which bars are written at a time. */
export const settleBatch = 32
