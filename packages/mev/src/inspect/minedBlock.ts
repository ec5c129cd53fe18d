import type { Address, Hash, Hex } from 'viem'

/** Log in lower case. */
export type MinedLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/**
 * Message call or contract creation, in execution order. Excludes delegate calls, static calls and everything that was reverted.
 */
export type MinedCall = {
  readonly kind: 'call' | 'create' | 'selfdestruct'
  /** Depth of the call. 0 for the call of the transaction itself. */
  readonly depth: number
  readonly from: Address
  readonly to: Address
  /** Wei. */
  readonly value: bigint
  /** First four bytes of the input, or `0x` if the input is shorter. */
  readonly selector: Hex
  readonly input: Hex
  readonly output: Hex
}

/** Fields of a mined transaction that the detectors read. */
export type MinedTransaction = {
  readonly hash: Hash
  /** Index in the block. */
  readonly index: number
  readonly from: Address
  /** Recipient. Null for a contract creation. */
  readonly to: Address | null
  /** Wei. */
  readonly value: bigint
  readonly succeeded: boolean
  readonly gasUsed: bigint
  /** Price per gas in wei. Null if the receipt has no price. */
  readonly effectiveGasPrice: bigint | null
  readonly logs: readonly MinedLog[]
  /** Calls of the transaction. Null if there is no trace. */
  readonly calls: readonly MinedCall[] | null
}

/** Transaction that could not be read. */
export type SkippedTransaction = { readonly hash: Hash | null; readonly index: number; readonly reason: string }

/** Block for {@link inspectTransactions}. {@link parseBlock} creates it from JSON-RPC results. */
export type MinedBlock = {
  readonly number: bigint
  /** Unix seconds. Null if there is no header. */
  readonly timestamp: bigint | null
  /** Fee recipient of the block. Null if there is no header. */
  readonly coinbase: Address | null
  /** Ordered by their index in the block. */
  readonly transactions: readonly MinedTransaction[]
  readonly skipped: readonly SkippedTransaction[]
}
