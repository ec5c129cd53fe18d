import { type Address, concat, type Hex, keccak256 } from 'viem'

export type BundleTransaction = {
  /** Signed transaction, as passed to `eth_sendRawTransaction`. */
  readonly signed: Hex
  /** Allows inclusion of the bundle if this transaction reverts or is left out. @default false */
  readonly canRevert?: boolean
}

/** Share of the builder's revenue that is paid back. */
export type Refund = { readonly percent: number; readonly recipient: Address }

/** Account that owns the bundle. Other accounts cannot look it up. @default null, the operator */
type Sender = { readonly account?: string | null }

/** Signed transactions in order, with the blocks that may include them. */
export type BundleParameters = Sender & {
  readonly transactions: readonly BundleTransaction[]
  /** First target block. @default the next block */
  readonly targetBlock?: bigint | null
  /** Number of consecutive target blocks, 1 to 25. The bundle is sent again for each block until it is included. @default 1 */
  readonly blocks?: number
  /** Bounds of the block timestamp in Unix seconds. */
  readonly minTimestamp?: number
  readonly maxTimestamp?: number
  /** Names of the relays. @default all configured relays */
  readonly relays?: readonly string[]
  /** Counts the bundle as included only if no other transaction is between its own. @default false */
  readonly contiguous?: boolean
  readonly refund?: Refund
}

/** Parts of a private transaction that relays may reveal to others. */
export type PrivacyHint = 'contract_address' | 'function_selector' | 'calldata' | 'logs' | 'hash'

export type PrivateTransactionParameters = Sender & {
  /** Signed transaction, as passed to `eth_sendRawTransaction`. */
  readonly signed: Hex
  /** Last block that may include the transaction. @default 25 blocks from now */
  readonly maxBlock?: bigint | null
  /** @default nothing is revealed */
  readonly hints?: readonly PrivacyHint[]
  readonly relays?: readonly string[]
}

/** Default number of blocks in which a private transaction may be included. */
export const privateWindow = 25

/**
 * Computes the hash that relays use as the name of a bundle: keccak256 of its concatenated transaction hashes.
 * @example
 * computeBundleHash([keccak256(first), keccak256(second)])
 */
export function computeBundleHash(hashes: readonly Hex[]): Hex {
  return keccak256(concat(hashes))
}
