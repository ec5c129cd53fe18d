import type { Counts } from './compute/counts.ts'

/** A time span in unix seconds. `toTime` is excluded. */
export type TimeSpan = { readonly fromTime: number; readonly toTime: number }

/** The sums over the blocks of one interval. */
export type CounterBar = Counts & {
  /** First second of the interval, in unix seconds. */
  readonly timestamp: number
  /** First second after the interval. */
  readonly end: number
  /**
   * Number of distinct sources and destinations, estimated with a relative standard error of `sketchError`. Null
   * unless requested.
   */
  readonly activeAddresses: number | null
  /** Whether blocks are missing, because the interval is not over or is not fully counted. */
  readonly isPartial: boolean
}

/** The part of the requested span that is counted. */
export type CounterCoverage = TimeSpan & {
  /** First counted block in the span. The next field is the last one. Null if no block is counted. */
  readonly fromBlock: number | null
  readonly toBlock: number | null
  /** Number of counted blocks in the returned bars. */
  readonly blocks: number
  /** Share of the time, 0 to 1, in which every block is counted. */
  readonly share: number
  /** Time spans with missing blocks, ascending. */
  readonly gaps: readonly TimeSpan[]
}

export type CounterBars = {
  readonly chain: string
  /** The bars in ascending order. Intervals without a counted block are omitted. */
  readonly bars: readonly CounterBar[]
  readonly coverage: CounterCoverage
}
