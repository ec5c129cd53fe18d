import type { Hex } from 'viem'

/** One block as far as fees are concerned. */
export type FeeBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Zero on chains without one. */
  readonly baseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly blobGasUsed: bigint
  /** Null if the node does not state it. */
  readonly extraData: Hex | null
  /** Unix seconds, where the header reported. */
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

/** Tips waiting for the next block, as the node's own pending block or a mempool watcher orders them. */
export type PendingTips = {
  /** Gas that waits, as a share of a block's limit; 1 at most where it is of a node's pending block. */
  readonly gasUsedRatio: number
  /** Effective tips of those that fit, at the next base fee, ascending. */
  readonly tips: readonly bigint[]
}

/** Everything one read of a chain yields; what the pure side computes a quote from. */
export type GasSample = {
  readonly block: FeeBlock
  /** Oldest first, ending with `block` or a little before; empty where the chain has no fee history. */
  readonly history: readonly FeeHistoryBlock[]
  /** The node's own word on the next base fee. */
  readonly nodeNextBaseFeePerGas: bigint | null
  readonly pending: PendingTips | null
  /** `eth_gasPrice`, on chains that are read that way. */
  readonly gasPrice: bigint | null
  /** `eth_maxPriorityFeePerGas`, if blocks had transactions and the history has none of their tips. */
  readonly suggestedTip: bigint | null
  /** Floor of the base fee as the chain itself says it. */
  readonly minBaseFeePerGas: bigint | null
}

/**
 * Percentiles of a block's gas whose tips prices follow. Dense at the bottom, where the price of entry is: builders put their own
 * zero-tip transactions there, so the lowest is often no offer at all.
 */
export const rewardPercentiles: readonly number[] = [1, 3, 5, 10, 20, 30, 50]
