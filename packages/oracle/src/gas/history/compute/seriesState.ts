import type { BlockRange } from '@outrigger/core/internal'

/** State of one chain's series, stored beside its blocks and bars. */
export type SeriesState = {
  /** Counts the changes, so that two processes do not overwrite each other. */
  readonly revision: number
  /** Ranges of all recorded blocks, as far back as their bars are kept. */
  readonly ranges: readonly BlockRange[]
  /** Number of the newest block in the bars. Newer blocks are only stored individually. -1 if no block is in a bar. */
  readonly settledTo: number
  /** Newest known block, or -1. */
  readonly newest: number
  /**
   * Number of the oldest stored chunk of blocks. The next field contains the oldest stored document of bars per
   * level.
   */
  readonly firstChunk: number
  readonly firstDocuments: readonly number[]
}

/** Depth at which a block counts as final. If a reorg replaces a deeper block, its bars are not corrected. */
export const settledDepth = 128
/** Width in seconds of the batches in which bars are written. Batches avoid rewriting each bar often. */
export const settleEverySeconds = 300
/** Number of blocks that are stored individually, as training data of models. */
export const keptBlocks = 20_000
export const barsPerDocument = 60
