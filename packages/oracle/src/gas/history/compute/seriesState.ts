import type { BlockRange } from '@outrigger/core/internal'

/** What is known of one chain, beside its blocks and bars. */
export type SeriesState = {
  /** Counts the changes, so that two processes do not write over each other. */
  readonly revision: number
  /** Every block ever taken in, as far back as something of it is kept. */
  readonly ranges: readonly BlockRange[]
  /** Known blocks up to this one are in the bars; those above only as blocks. -1 while none is. */
  readonly settledTo: number
  /** Newest block known. -1 while none is. */
  readonly newest: number
  /** First chunk of blocks that is still kept, and per level the first document of bars. */
  readonly firstChunk: number
  readonly firstDocuments: readonly number[]
}

/** A block this deep is taken for final; one that is replaced after all stays in the bars as it was. */
export const settledDepth = 128
/** Bars are written for as many blocks at a time as these many seconds have, so that they are rarely rewritten. */
export const settleEverySeconds = 300
/** How many blocks are kept one by one, for models to be made from. */
export const keptBlocks = 20_000
export const barsPerDocument = 60
