import type { BlockRange } from '@outrigger/core/internal'

/** State of one chain's series, stored beside its blocks and bars. */
export type SeriesState = {
  /** Counts the changes, so that two processes do not overwrite each other. */
  readonly revision: number
  /** All recorded blocks, as far back as their bars are kept. */
  readonly ranges: readonly BlockRange[]
  /** Blocks up to this number are in the bars. Newer blocks are stored individually only. -1 if none is in a bar. */
  readonly settledTo: number
  /** Newest known block, or -1. */
  readonly newest: number
  /** First chunk of blocks that is still stored, and the first document of bars per level. */
  readonly firstChunk: number
  readonly firstDocuments: readonly number[]
}

/** A block this deep counts as final. If a reorg replaces it anyway, its bars are not corrected. */
export const settledDepth = 128
/** Bars are written in batches of this many seconds, so that each bar is rarely rewritten. */
export const settleEverySeconds = 300
/** Number of blocks that are stored individually, as training data of models. */
export const keptBlocks = 20_000
export const barsPerDocument = 60
