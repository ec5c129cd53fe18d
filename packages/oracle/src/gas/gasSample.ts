import type { Hex } from 'viem'

/** The fee fields of one block. */
export type FeeBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Zero on chains without a base fee. */
  readonly baseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly blobGasUsed: bigint
  /** Null if the node omits the field. */
  readonly extraData: Hex | null
  /** Unix seconds. Absent if the header does not contain it. */
  readonly timestamp?: number
}

/** A past block as reported by `eth_feeHistory`. */
export type FeeHistoryBlock = {
  readonly number: bigint
  readonly baseFeePerGas: bigint
  readonly gasUsedRatio: number
  /** Effective tips at ascending percentiles of the block's gas; see `rewardPercentiles`. */
  readonly rewards: readonly bigint[]
}

/** Tips expected in the next block, from the node's pending block or a mempool watcher. */
export type PendingTips = {
  /** Pending gas as a share of a block's gas limit. At most 1 if the value comes from a node's pending block. */
  readonly gasUsedRatio: number
  /** Effective tips at the next base fee of the transactions that fit, ascending. */
  readonly tips: readonly bigint[]
}

/** The result of one read of a chain. A quote is computed from it. */
export type GasSample = {
  readonly block: FeeBlock
  /** Recent blocks, oldest first, up to `block` or a few blocks earlier. Empty if the chain has no fee history. */
  readonly history: readonly FeeHistoryBlock[]
  /** The next base fee that the node reports. */
  readonly nodeNextBaseFeePerGas: bigint | null
  readonly pending: PendingTips | null
  /** Result of `eth_gasPrice`, on chains with a single gas price. */
  readonly gasPrice: bigint | null
  /** Result of `eth_maxPriorityFeePerGas`, if blocks have transactions but the history has no tips. */
  readonly suggestedTip: bigint | null
  /** Minimum base fee that the chain reports. */
  readonly minBaseFeePerGas: bigint | null
}

/**
 * Percentiles of a block's gas at which tips are read. They are dense at the bottom because the entry tip is there. The
 * lowest percentile is often a zero-tip transaction of the builder.
 */
export const rewardPercentiles: readonly number[] = [1, 3, 5, 10, 20, 30, 50]
