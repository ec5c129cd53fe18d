import type { Address, Hash, Hex } from 'viem'

/** A log as it is read here: lower case, topics first. */
export type MinedLog = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/**
 * A message call or creation, in the order of execution. Delegate and static calls are left out, and what was reverted with
 * all below it.
 */
export type MinedCall = {
  readonly kind: 'call' | 'create' | 'selfdestruct'
  /** 0 for the transaction itself. */
  readonly depth: number
  readonly from: Address
  readonly to: Address
  /** Wei. */
  readonly value: bigint
  /** The first four bytes of the input; `0x` where there are fewer. */
  readonly selector: Hex
  readonly input: Hex
  readonly output: Hex
}

/** What of a mined transaction the detectors read. */
export type MinedTransaction = {
  readonly hash: Hash
  /** Place in the block. */
  readonly index: number
  readonly from: Address
  /** Null for a creation. */
  readonly to: Address | null
  /** Wei. */
  readonly value: bigint
  readonly succeeded: boolean
  readonly gasUsed: bigint
  /** Wei; null where the receipt does not say. */
  readonly effectiveGasPrice: bigint | null
  readonly logs: readonly MinedLog[]
  /** Null where no trace is given. */
  readonly calls: readonly MinedCall[] | null
}

/** A transaction that could not be read. */
export type SkippedTransaction = { readonly hash: Hash | null; readonly index: number; readonly reason: string }

/** A block as {@link inspectTransactions} takes it; {@link parseBlock} makes it of JSON-RPC answers. */
export type MinedBlock = {
  readonly number: bigint
  /** Who is paid for the block; null where no header is given. */
  readonly coinbase: Address | null
  /** By their place in the block. */
  readonly transactions: readonly MinedTransaction[]
  readonly skipped: readonly SkippedTransaction[]
}
