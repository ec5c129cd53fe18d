import type { GasTierName } from '../gasTierName.ts'
import type { L1FeeInputs } from './blockFees.ts'
import type { Resolution } from './resolutions.ts'

/** A fee over time, in wei per gas. */
export type FeeSpread = { readonly average: bigint; readonly min: bigint; readonly max: bigint }

/** What the blocks of one stretch of time charged. Fees are in wei per gas. */
export type FeeBar = {
  /** Its first second, in unix seconds. */
  readonly timestamp: number
  readonly seconds: number
  /** How many blocks it is made of; those not known are not counted, and `coverage` reports them. */
  readonly blocks: number
  readonly firstBlock: bigint
  readonly lastBlock: bigint
  readonly baseFeePerGas: FeeSpread
  /** Average of gas used over gas limit. */
  readonly gasUsedRatio: number
  /** Averages of the effective tips at `tipPercentiles`, of blocks that were not empty; empty where no tips are known. */
  readonly tips: readonly bigint[]
  /** Base fee and tip as the gas oracle quotes them, once in twelve seconds; null where too few blocks are known. */
  readonly tiers: { readonly [tier in GasTierName]: FeeSpread } | null
  readonly blobBaseFeePerGas: FeeSpread | null
  /** Averages of the fees, and the last scalars. */
  readonly l1: L1FeeInputs | null
}

/** A stretch of time in unix seconds; `toTime` is not part of it. */
export type TimeSpan = { readonly fromTime: number; readonly toTime: number }

/** How much of what was asked for is known. */
export type FeeCoverage = TimeSpan & {
  /** Share of the time in which every block is known, 0 to 1. */
  readonly share: number
  /** Known blocks. */
  readonly blocks: number
  /** When blocks are missing, ascending. */
  readonly gaps: readonly TimeSpan[]
}

/** Fee history of a chain in bars of one width, and what of the time it covers. */
export type FeeBars = {
  readonly chain: string
  readonly resolution: Resolution
  /** Ascending; none for a stretch of which no block is known. */
  readonly bars: readonly FeeBar[]
  readonly coverage: FeeCoverage
}
