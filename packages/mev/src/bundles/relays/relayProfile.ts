import type { ChainName } from '@outrigger/core'

/** API of a relay or builder, described as data. Requests are built from it. */
export type RelayProfile = {
  /** Name in settings and responses. */
  readonly name: string
  /** Public address by chain. Null if the settings must provide the address. */
  readonly urls: { readonly [chain in ChainName]?: string | null }
  /** `eth`: Flashbots' methods with parameters in a list · `blxr`: bloXroute's methods with bytes without 0x. */
  readonly dialect: 'eth' | 'blxr'
  /** Cancels a bundle by its uuid, by an empty bundle with the same uuid, or not at all. */
  readonly cancel: 'uuid' | 'emptyBundle' | 'none'
  /** Field name of the uuid. Null if the relay has no uuid. */
  readonly uuidField: 'replacementUuid' | 'uuid' | null
  /** True if the relay supports minimum and maximum timestamps. */
  readonly timestamps: boolean
  /** True if a bundle can list transactions that may revert (`revertingHashes`) or be left out (`droppingHashes`). */
  readonly revertingHashes: boolean
  readonly droppingHashes: boolean
  readonly refunds: boolean
  readonly signature: 'required' | 'optional' | 'none'
  /** True if every request needs the `authorization` header of an account. */
  readonly needsAccount: boolean
  /** Method for private transactions. Null if the relay does not support them. */
  readonly privateMethod: 'eth_sendPrivateTransaction' | 'eth_sendPrivateRawTransaction' | 'blxr_private_tx' | null
  readonly cancelPrivate: boolean
  /** Maximum number of transactions in a bundle. Null if the relay does not document a limit. */
  readonly maxTransactions: number | null
  readonly maxBytes: number | null
  /** True if the relay reports whether and when it simulated a bundle. */
  readonly stats: boolean
}

/** Common settings of relays with Flashbots' API. */
export const ethRelay = {
  dialect: 'eth',
  cancel: 'uuid',
  uuidField: 'replacementUuid',
  timestamps: true,
  revertingHashes: true,
  droppingHashes: true,
  refunds: true,
  signature: 'optional',
  needsAccount: false,
  privateMethod: 'eth_sendPrivateRawTransaction',
  cancelPrivate: false,
  maxTransactions: 100,
  maxBytes: null,
  stats: false,
} as const satisfies Partial<RelayProfile>
