import type { Counts } from './compute/counts.ts'

/** A stretch of time in unix seconds; `toTime` is not part of it. */
export type TimeSpan = { readonly fromTime: number; readonly toTime: number }

/** What the blocks of one interval add up to. */
export type CounterBar = Counts & {
  /** Its first second, in unix seconds. */
  readonly timestamp: number
  /** First second after it. */
  readonly end: number
  /** Distinct sources and destinations, estimated with a relative standard error of `sketchError`; null where not asked for. */
  readonly activeAddresses: number | null
  /** Whether blocks of it are missing: it runs still, or is not known from one end to the other. */
  readonly isPartial: boolean
}

/** How much of what was asked for is counted. */
export type CounterCoverage = TimeSpan & {
  /** First and last block counted in the span; null where none is. */
  readonly fromBlock: number | null
  readonly toBlock: number | null
  /** Blocks that are counted in the bars of the answer. */
  readonly blocks: number
  /** Share of the time in which every block is counted, 0 to 1. */
  readonly share: number
  /** When blocks are missing, ascending. */
  readonly gaps: readonly TimeSpan[]
}

export type CounterBars = {
  readonly chain: string
  /** Ascending; none for an interval of which no block is counted. */
  readonly bars: readonly CounterBar[]
  readonly coverage: CounterCoverage
}
