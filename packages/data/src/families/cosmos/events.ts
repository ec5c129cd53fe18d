import type { Coin, CosmosEvent } from './decoded.ts'

type NodeEvent = {
  readonly type?: string
  readonly attributes?: readonly { readonly key?: string | null; readonly value?: string | null }[]
}

/** Returns events in plain text. Nodes before CometBFT 0.38 write names and values in base64. */
export function toEvents(events: readonly NodeEvent[]): readonly CosmosEvent[] {
  const isEncoded = isBase64(events)
  const decode = (text: string | null | undefined) =>
    isEncoded ? Buffer.from(text ?? '', 'base64').toString() : (text ?? '')
  return events.map(({ type = '', attributes = [] }) => ({
    type,
    attributes: attributes.map(({ key, value }) => ({ key: decode(key), value: decode(value) })),
  }))
}

/** Returns whether all names are base64 of plain text. */
function isBase64(events: readonly NodeEvent[]): boolean {
  const keys = events
    .flatMap(({ attributes = [] }) => attributes.map(({ key }) => key ?? ''))
    .filter((key) => key !== '')
  return keys.length > 0 && keys.every(isEncodedName)
}

function isEncodedName(key: string): boolean {
  const bytes = Buffer.from(key, 'base64')
  return bytes.toString('base64') === key && /^[\x20-\x7e]+$/.test(bytes.toString('latin1'))
}

const indexKey = 'msg_index'

/**
 * Selects the events of the messages. These are the events in the logs. Without logs, they are the events with the
 * index of a message, or else the events after the first message's action, because fees are paid before it.
 */
export function selectMessageEvents(
  logs: readonly { readonly events?: readonly NodeEvent[] }[],
  events: readonly CosmosEvent[],
): readonly CosmosEvent[] {
  if (logs.length > 0) return toEvents(logs.flatMap((log) => log.events ?? []))
  const indexed = events.filter(({ attributes }) => attributes.some(({ key }) => key === indexKey))
  if (indexed.length > 0) return indexed
  const first = events.findIndex(
    ({ type, attributes }) => type === 'message' && attributes.some(({ key }) => key === 'action'),
  )
  return first === -1 ? [] : events.slice(first)
}

export type Transfer = {
  /** Null if the chain does not report it. */
  readonly sender: string | null
  readonly recipient: string
  readonly amounts: readonly Coin[]
}

/** Returns the moved coins, one entry per amount. One event may contain several transfers. */
export function toTransfers(events: readonly CosmosEvent[]): readonly Transfer[] {
  return events
    .filter(({ type }) => type === 'transfer')
    .flatMap(({ attributes }) => splitTransfers(attributes))
    .flatMap(({ sender = null, recipient = '', amount }) =>
      amount === undefined ? [] : [{ sender, recipient, amounts: toCoins(amount) }],
    )
}

type TransferTexts = { sender?: string; recipient?: string; amount?: string }

const isTransferKey = (key: string): key is keyof TransferTexts => ['sender', 'recipient', 'amount'].includes(key)

/**
 * Splits the attributes of an event into transfers. The order of attributes differs between nodes. A name that
 * appears again starts the next transfer.
 */
function splitTransfers(attributes: CosmosEvent['attributes']): readonly TransferTexts[] {
  const transfers: TransferTexts[] = []
  for (const { key, value } of attributes) {
    if (!isTransferKey(key)) continue
    const last = transfers.at(-1)
    if (last === undefined || last[key] !== undefined) transfers.push({ [key]: value })
    else last[key] = value
  }
  return transfers
}

/** Parses coins from a text such as `5uatom,7ibc/27A4`. */
export function toCoins(text: string): readonly Coin[] {
  return text.split(',').flatMap((coin) => {
    const [, amount, denom] = /^(\d+)([a-zA-Z].*)$/.exec(coin.trim()) ?? []
    return amount === undefined || denom === undefined ? [] : [{ denom, amount: BigInt(amount) }]
  })
}
