import type { Coin, CosmosEvent } from './decoded.ts'

type NodeEvent = {
  readonly type?: string
  readonly attributes?: readonly { readonly key?: string | null; readonly value?: string | null }[]
}

/** Events in plain text; nodes before CometBFT 0.38 write names and values in base64. */
export function toEvents(events: readonly NodeEvent[]): readonly CosmosEvent[] {
  const isEncoded = isBase64(events)
  const decode = (text: string | null | undefined) =>
    isEncoded ? Buffer.from(text ?? '', 'base64').toString() : (text ?? '')
  return events.map(({ type = '', attributes = [] }) => ({
    type,
    attributes: attributes.map(({ key, value }) => ({ key: decode(key), value: decode(value) })),
  }))
}

/** Whether all names are base64 of plain text. */
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
 * The events of the messages: what their logs hold, otherwise what carries the index of a message, otherwise what comes after the first
 * message's action. Before that fees are paid.
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
  /** Null where the chain does not report. */
  readonly sender: string | null
  readonly recipient: string
  readonly amounts: readonly Coin[]
}

/** Coins that were moved, one for each amount: an event may hold several transfers. */
export function toTransfers(events: readonly CosmosEvent[]): readonly Transfer[] {
  return events.flatMap(({ type, attributes }) => {
    if (type !== 'transfer') return []
    const transfers: Transfer[] = []
    let known: { sender: string | null; recipient: string; amounts: readonly Coin[] | null } | undefined
    const begin = () => {
      known = { sender: null, recipient: '', amounts: null }
      return known
    }
    const end = () => {
      if (known?.amounts) transfers.push({ ...known, amounts: known.amounts })
      known = undefined
    }
    for (const { key, value } of attributes) {
      if (!['sender', 'recipient', 'amount'].includes(key)) continue
      // The order differs; a name that comes again begins the next.
      const isNext =
        known !== undefined &&
        (key === 'amount' ? known.amounts !== null : key === 'sender' ? known.sender !== null : known.recipient !== '')
      if (isNext) end()
      const one = known ?? begin()
      if (key === 'amount') one.amounts = toCoins(value)
      else if (key === 'sender') one.sender = value
      else one.recipient = value
    }
    end()
    return transfers
  })
}

/** Coins of a text such as `5uatom,7ibc/27A4`. */
export function toCoins(text: string): readonly Coin[] {
  return text.split(',').flatMap((coin) => {
    const [, amount, denom] = /^(\d+)([a-zA-Z].*)$/.exec(coin.trim()) ?? []
    return amount === undefined || denom === undefined ? [] : [{ denom, amount: BigInt(amount) }]
  })
}
