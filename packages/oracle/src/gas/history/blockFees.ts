/**
 * Percentiles of a block's gas at which its tips are stored, as defined by `eth_feeHistory`. They are dense at the bottom
 * because the entry tip is there. Percentile 0 is the lowest tip of the block, often its builder's own transaction.
 */
export const tipPercentiles = [0, 1, 3, 5, 10, 20, 30, 50, 75, 90, 99] as const

/** Fees of one block, in wei per gas. */
export type BlockFees = {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: number
  /** False if the time is interpolated between known headers, because `eth_feeHistory` reports no times. */
  readonly isTimeExact: boolean
  /** Zero on chains without a base fee. */
  readonly baseFeePerGas: bigint
  /** Gas used over gas limit. */
  readonly gasUsedRatio: number
  /** Effective tips at `tipPercentiles`, ascending. Empty if the node reports no tips. Zeros if the block is empty. */
  readonly tips: readonly bigint[]
  /** Null on chains without blobs, and if the node does not report the fee. */
  readonly blobBaseFeePerGas: bigint | null
  /** Inputs of an OP-stack rollup's L1 data fee at this block. Null on other chains, and if the inputs were not read. */
  readonly l1: L1FeeInputs | null
}

/** Inputs of an OP-stack rollup's L1 data fee. Fees are in wei per L1 gas. */
export type L1FeeInputs = {
  readonly baseFeePerGas: bigint
  readonly blobBaseFeePerGas: bigint
  readonly baseFeeScalar: number
  readonly blobBaseFeeScalar: number
  /** Zero before Isthmus. */
  readonly operatorFeeScalar: number
  readonly operatorFeeConstant: bigint
}
