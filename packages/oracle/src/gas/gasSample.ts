import type { Hex } from 'viem'

/** The fee fields of one block. */
export type FeeBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Zero on chains without one. */
  readonly baseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly blobGasUsed: bigint
  /** Null if the node omits it. */
  readonly extraData: Hex | null
  /** Unix seconds, if the header has it. */
  readonly timestamp?: number
}

/** A past block as `eth_feeHistory` reports it. */
export type FeeHistoryBlock = {
  readonly number: bigint
  readonly baseFeePerGas: bigint
  readonly gasUsedRatio: number
  /** Effective tips at ascending percentiles of the block's gas; see `rewardPercentiles`. */
  readonly rewards: readonly bigint[]
}

/** Tips expected in the next block, from the node's pending block or a mempool watcher. */
export type PendingTips = {
  /** Pending gas as a share of a block's gas limit. At most 1 if it comes from a node's pending block. */
  readonly gasUsedRatio: number
  /** Effective tips at the next base fee of the transactions that fit, ascending. */
  readonly tips: readonly bigint[]
}

/** The result of one read of a chain, the input of a quote. */
export type GasSample = {
  readonly block: FeeBlock
  /** Oldest first, ending with `block` or a few blocks earlier. Empty if the chain has no fee history. */
  readonly history: readonly FeeHistoryBlock[]
  /** The next base fee that the node reports. */
  readonly nodeNextBaseFeePerGas: bigint | null
  readonly pending: PendingTips | null
  /** `eth_gasPrice`, on chains with a single gas price. */
  readonly gasPrice: bigint | null
  /** `eth_maxPriorityFeePerGas`, if blocks have transactions but the history has no tips. */
  readonly suggestedTip: bigint | null
  /** Minimum base fee that the chain reports. */
  readonly minBaseFeePerGas: bigint | null
}

/**
 * Percentiles of a block's gas at which tips are read. They are dense at the bottom because the entry tip is there. The
 * lowest percentile is often a zero-tip transaction of the builder.
 */
export const rewardPercentiles: readonly number[] = [1, 3, 5, 10, 20, 30, 50]
