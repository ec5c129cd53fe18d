import type { GasTierName } from '../gasTierName.ts'
import type { L1FeeInputs } from './blockFees.ts'
import type { Resolution } from './resolutions.ts'

/** Average, minimum and maximum of a fee over time, in wei per gas. */
export type FeeSpread = { readonly average: bigint; readonly min: bigint; readonly max: bigint }

/** Fees of the blocks in one time span, in wei per gas. */
export type FeeBar = {
  /** Start, in Unix seconds. */
  readonly timestamp: number
  readonly seconds: number
  /** Number of known blocks. `coverage` reports the missing blocks. */
  readonly blocks: number
  readonly firstBlock: bigint
  readonly lastBlock: bigint
  readonly baseFeePerGas: FeeSpread
  /** Average of gas used over gas limit. */
  readonly gasUsedRatio: number
  /** Averages of the effective tips at `tipPercentiles`, without empty blocks. Empty if no tips are known. */
  readonly tips: readonly bigint[]
  /** Base fee plus tip as quoted by the gas oracle, sampled every 12 seconds. Null if too few blocks are known. */
  readonly tiers: { readonly [tier in GasTierName]: FeeSpread } | null
  readonly blobBaseFeePerGas: FeeSpread | null
  /** Averages of the L1 fees, and the newest scalars. */
  readonly l1: L1FeeInputs | null
}

/** A time span in Unix seconds. `toTime` is excluded. */
export type TimeSpan = { readonly fromTime: number; readonly toTime: number }

/** Shows how much of a time span is known. */
export type FeeCoverage = TimeSpan & {
  /** Share of the time in which every block is known, 0 to 1. */
  readonly share: number
  /** Number of known blocks. */
  readonly blocks: number
  /** Spans with missing blocks, ascending. */
  readonly gaps: readonly TimeSpan[]
}

/** Fee history of a chain in bars of one width, and its coverage. */
export type FeeBars = {
  readonly chain: string
  readonly resolution: Resolution
  /** The bars in ascending order. A span without known blocks has no bar. */
  readonly bars: readonly FeeBar[]
  readonly coverage: FeeCoverage
}
