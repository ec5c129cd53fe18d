/**
 * The percentiles of a block's gas at which its tips are kept, as `eth_feeHistory` counts them. Dense at the bottom, where
 * the price of entry is; 0 is the lowest tip of the block, often its builder's own transaction.
 */
export const tipPercentiles = [0, 1, 3, 5, 10, 20, 30, 50, 75, 90, 99] as const

/** What one block charged. Fees are in wei per gas. */
export type BlockFees = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: number
  /** False where the time lies between those of known headers: `eth_feeHistory` reports none. */
  readonly isTimeExact: boolean
  /** Zero on chains without one. */
  readonly baseFeePerGas: bigint
  /** Gas used over gas limit. */
  readonly gasUsedRatio: number
  /** Effective tips at `tipPercentiles`, ascending; empty where the node reports none, zeros where the block is empty. */
  readonly tips: readonly bigint[]
  /** Null on chains without blobs, and where the node does not report. */
  readonly blobBaseFeePerGas: bigint | null
  /** What a rollup of the OP stack charges its data by, as of this block; null elsewhere, and where it was not read. */
  readonly l1: L1FeeInputs | null
}

/** What the L1 fee of an OP-stack rollup follows. Fees are in wei per gas of L1. */
export type L1FeeInputs = {
  readonly baseFeePerGas: bigint
  readonly blobBaseFeePerGas: bigint
  readonly baseFeeScalar: number
  readonly blobBaseFeeScalar: number
  /** Zero before Isthmus. */
  readonly operatorFeeScalar: number
  readonly operatorFeeConstant: bigint
}
