/** A message from the node, parsed. The contract defines the wire form. */
export type StreamMessage =
  | { readonly kind: 'connected' }
  /** `resumed` is set after a subscription with a cursor. It is true if every event after the cursor follows. `cursor` is set if the stream can resume before the first event. */
  | { readonly kind: 'subscribed'; readonly resumed?: boolean; readonly cursor?: string }
  /** `cursor` is set if the stream can resume after the event. */
  | { readonly kind: 'event'; readonly data: unknown; readonly cursor?: string }
  | { readonly kind: 'lagged'; readonly dropped: number }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

/** Parses a frame of the node. Returns undefined for messages that this version does not know. */
export function parseMessage(text: string): StreamMessage | undefined {
  const { type, data, dropped, error, message, cursor, resumed, id, reason } = parseObject(text)
  const position = typeof cursor === 'string' ? { cursor } : {}
  const toEvent = (data: unknown): StreamMessage => ({ kind: 'event', data, ...position })
  switch (type) {
    case 'connected':
      return { kind: type }
    case 'subscribed':
      return { kind: type, ...position, ...(typeof resumed === 'boolean' && { resumed }) }
    case 'transaction':
    case 'opportunity':
      return toEvent(data)
    case 'found':
    case 'changed':
      return toEvent({ type, finding: data })
    case 'gone':
      return toEvent({ type, id, reason })
    case 'lagged':
      return { kind: 'lagged', dropped: Number(dropped) }
    case 'error':
      return { kind: 'error', code: String(error), message: String(message) }
    // The events of a chain's channels have no type.
    default:
      return typeof cursor === 'string' ? toEvent(data) : undefined
  }
}

function parseObject(text: string): { readonly [name: string]: unknown } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
