import { type Hex, hexToNumber, isHex } from 'viem'
import { RefusedError } from './errors.ts'

/** The methods and fields that each relay accepts by its documentation. Others are rejected. */
type Dialect = {
  readonly style: 'eth' | 'blxr'
  readonly signature: 'required' | 'optional'
  readonly uuid: 'replacementUuid' | 'uuid'
  readonly cancel: 'uuid' | 'emptyBundle'
  readonly fields: readonly string[]
  readonly privateMethod: string
}

const common = ['txs', 'blockNumber', 'revertingTxHashes']
const times = ['minTimestamp', 'maxTimestamp']
const refunds = ['refundPercent', 'refundRecipient', 'refundTxHashes']
const eth = { style: 'eth', signature: 'optional', uuid: 'replacementUuid', cancel: 'uuid' } as const
const raw = 'eth_sendPrivateRawTransaction'

const dialects = {
  flashbots: {
    ...eth,
    signature: 'required',
    privateMethod: 'eth_sendPrivateTransaction',
    fields: [...common, ...times, 'builders'],
  },
  titan: {
    ...eth,
    privateMethod: 'eth_sendPrivateTransaction',
    fields: [...common, ...refunds, 'droppingTxHashes'],
  },
  beaverbuild: {
    ...eth,
    uuid: 'uuid',
    cancel: 'emptyBundle',
    privateMethod: raw,
    fields: [...common, ...times, ...refunds, 'droppingTxHashes'],
  },
  rsync: { ...eth, privateMethod: raw, fields: [...common, ...times, ...refunds, 'droppingTxHashes'] },
  bloxroute: {
    ...eth,
    style: 'blxr',
    uuid: 'uuid',
    cancel: 'emptyBundle',
    privateMethod: 'blxr_private_tx',
    fields: ['transaction', 'block_number', 'min_timestamp', 'max_timestamp', 'reverting_hashes', 'dropping_hashes'],
  },
  quasar: { ...eth, privateMethod: raw, fields: [...common, ...times, ...refunds] },
  jetbuilder: { ...eth, privateMethod: raw, fields: [...common, ...times, ...refunds] },
  gnosis: { ...eth, privateMethod: raw, fields: [...common, ...times] },
} as const satisfies { readonly [name: string]: Dialect }

export type BuilderRelayName = keyof typeof dialects
export const builderRelays = Object.keys(dialects) as readonly BuilderRelayName[]

/** A parsed request. */
export type RelayOrder =
  | {
      readonly kind: 'bundle'
      readonly txs: readonly Hex[]
      readonly block: number
      readonly uuid: string | null
      readonly mayRevert: readonly string[]
      readonly minTimestamp: number
      readonly maxTimestamp: number
    }
  | { readonly kind: 'cancel'; readonly uuid: string }
  | { readonly kind: 'private'; readonly tx: Hex; readonly maxBlock: number }
  | { readonly kind: 'cancelPrivate'; readonly hash: Hex }
  | { readonly kind: 'stats'; readonly bundleHash: Hex; readonly block: number }

type Fields = { readonly [name: string]: unknown }

/** Whether the relay requires a signature. */
export const needsSignature = (relay: BuilderRelayName): boolean => dialects[relay].signature === 'required'

/** Parses a request in a relay's dialect. @throws {RefusedError} the relay does not accept it */
export function readOrder(relay: BuilderRelayName, method: string, params: unknown): RelayOrder {
  const dialect: Dialect = dialects[relay]
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : [params]
  if (Array.isArray(params) === (dialect.style === 'blxr')) throw new RefusedError('params have the wrong form')
  const fields = (typeof first === 'object' && first !== null ? first : {}) as Fields
  if (method === (dialect.style === 'blxr' ? 'blxr_submit_bundle' : 'eth_sendBundle'))
    return readBundle(dialect, fields)
  if (method === 'eth_cancelBundle' && dialect.cancel === 'uuid')
    return { kind: 'cancel', uuid: String(fields[dialect.uuid]) }
  if (method === dialect.privateMethod) return readPrivate(first, fields)
  if (relay === 'flashbots' && method === 'eth_cancelPrivateTransaction')
    return { kind: 'cancelPrivate', hash: toHex(fields['txHash']) }
  if (relay === 'flashbots' && method === 'flashbots_getBundleStatsV2')
    return { kind: 'stats', bundleHash: toHex(fields['bundleHash']), block: hexToNumber(toHex(fields['blockNumber'])) }
  throw new RefusedError(`the method ${method} does not exist`)
}

function readBundle({ style, uuid, fields: known, cancel }: Dialect, fields: Fields): RelayOrder {
  const unknown = Object.keys(fields).find((name) => !known.includes(name) && name !== uuid)
  if (unknown !== undefined) throw new RefusedError(`unknown field ${unknown}`)
  const isBlxr = style === 'blxr'
  const id = fields[uuid] === undefined ? null : String(fields[uuid])
  const txs = (fields[isBlxr ? 'transaction' : 'txs'] ?? []) as readonly string[]
  if (isBlxr && txs.some((tx) => tx.startsWith('0x'))) throw new RefusedError('transactions must not start with 0x')
  if (txs.length === 0 && cancel === 'emptyBundle' && id !== null) return { kind: 'cancel', uuid: id }
  if (txs.length === 0) throw new RefusedError('the bundle is empty')
  if (txs.length > 100) throw new RefusedError('the bundle has more than 100 transactions')
  const get = (eth: string, blxr: string) => fields[isBlxr ? blxr : eth]
  return {
    kind: 'bundle',
    uuid: id,
    txs: txs.map((tx) => toHex(isBlxr ? `0x${tx}` : tx)),
    block: hexToNumber(toHex(get('blockNumber', 'block_number'))),
    mayRevert: (get('revertingTxHashes', 'reverting_hashes') ?? []) as readonly string[],
    minTimestamp: Number(get('minTimestamp', 'min_timestamp') ?? 0),
    maxTimestamp: Number(get('maxTimestamp', 'max_timestamp') ?? Number.MAX_SAFE_INTEGER),
  }
}

function readPrivate(first: unknown, fields: Fields): RelayOrder {
  if (typeof first === 'string') return { kind: 'private', tx: toHex(first), maxBlock: Number.MAX_SAFE_INTEGER }
  if (fields['transaction'] !== undefined)
    return { kind: 'private', tx: toHex(`0x${fields['transaction']}`), maxBlock: Number.MAX_SAFE_INTEGER }
  const maxBlock = fields['maxBlockNumber'] === undefined ? 25 : hexToNumber(toHex(fields['maxBlockNumber']))
  return { kind: 'private', tx: toHex(fields['tx']), maxBlock }
}

function toHex(value: unknown): Hex {
  if (!isHex(value)) throw new RefusedError('a value is not hexadecimal')
  return value
}
