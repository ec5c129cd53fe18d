import { type Address, concat, type Hex, keccak256 } from 'viem'

export type BundleTransaction = {
  /** Signed, as it goes to `eth_sendRawTransaction`. */
  readonly signed: Hex
  /** Whether the bundle may be included though this one reverts, or without it. @default false */
  readonly canRevert?: boolean
}

/** A part of what the builder earns, paid back. */
export type Refund = { readonly percent: number; readonly recipient: Address }

/** Whose bundle it is: only its account finds it again. @default null, the operator */
type Sender = { readonly account?: string | null }

/** A bundle: signed transactions in order, and the blocks they are for. */
export type BundleParameters = Sender & {
  readonly transactions: readonly BundleTransaction[]
  /** First block it is for. @default the next */
  readonly targetBlock?: bigint | null
  /** Blocks in a row it is sent for again as long as it is not included, 1 to 25. @default 1 */
  readonly blocks?: number
  /** Unix seconds that a block's timestamp must not be below, or above. */
  readonly minTimestamp?: number
  readonly maxTimestamp?: number
  /** Names of the relays. @default all that are configured */
  readonly relays?: readonly string[]
  /** Whether it counts as included only where nobody's transaction stands between its own. @default false */
  readonly contiguous?: boolean
  readonly refund?: Refund
}

/** What relays may tell others of a private transaction. */
export type PrivacyHint = 'contract_address' | 'function_selector' | 'calldata' | 'logs' | 'hash'

export type PrivateTransactionParameters = Sender & {
  /** Signed, as it goes to `eth_sendRawTransaction`. */
  readonly signed: Hex
  /** Last block it may be included in. @default 25 blocks from now */
  readonly maxBlock?: bigint | null
  /** @default nothing is told */
  readonly hints?: readonly PrivacyHint[]
  readonly relays?: readonly string[]
}

/** Blocks that a private transaction is good for where nothing is said. */
export const privateWindow = 25

/**
 * The hash that relays name a bundle by: of its transactions' hashes, one after the other.
 * @example computeBundleHash([keccak256(first), keccak256(second)])
 */
export function computeBundleHash(hashes: readonly Hex[]): Hex {
  return keccak256(concat(hashes))
}
