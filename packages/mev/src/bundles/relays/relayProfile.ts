import type { ChainName } from '@outrigger/core'

/** What a relay or builder understands, as data: the requests are made of it. */
export type RelayProfile = {
  /** As it is named in settings and answers. */
  readonly name: string
  /** Public address by chain; null where it has none, so that the settings must name one. */
  readonly urls: { readonly [chain in ChainName]?: string | null }
  /** `eth`: the methods of Flashbots, parameters in a list · `blxr`: those of bloXroute, bytes without 0x. */
  readonly dialect: 'eth' | 'blxr'
  /** How a bundle is taken back: by its uuid, by an empty bundle of the same uuid, or not at all. */
  readonly cancel: 'uuid' | 'emptyBundle' | 'none'
  /** Name of the field with the uuid; null where there is none. */
  readonly uuidField: 'replacementUuid' | 'uuid' | null
  /** Whether it keeps to the least and greatest timestamp of a bundle. */
  readonly timestamps: boolean
  /** Whether transactions may be named that may revert, or be left out. */
  readonly revertingHashes: boolean
  readonly droppingHashes: boolean
  readonly refunds: boolean
  readonly signature: 'required' | 'optional' | 'none'
  /** Takes transactions that are not shown to anybody; null where it does not. */
  readonly privateMethod: 'eth_sendPrivateTransaction' | 'eth_sendPrivateRawTransaction' | 'blxr_private_tx' | null
  readonly cancelPrivate: boolean
  /** Null where it does not say. */
  readonly maxTransactions: number | null
  readonly maxBytes: number | null
  /** Whether it tells if and when it has simulated a bundle. */
  readonly stats: boolean
}

/** What relays of Flashbots' kind have in common. */
export const ethRelay = {
  dialect: 'eth',
  cancel: 'uuid',
  uuidField: 'replacementUuid',
  timestamps: true,
  revertingHashes: true,
  droppingHashes: true,
  refunds: true,
  signature: 'optional',
  privateMethod: 'eth_sendPrivateRawTransaction',
  cancelPrivate: false,
  maxTransactions: 100,
  maxBytes: null,
  stats: false,
} as const satisfies Partial<RelayProfile>
