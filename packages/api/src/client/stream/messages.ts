/** A message from the node, parsed. The contract defines the wire form. */
export type StreamMessage =
  | { readonly kind: 'connected' }
  /** `resumed` is set after a subscription with a cursor. It is true if every event after the cursor follows. */
  | { readonly kind: 'subscribed'; readonly resumed?: boolean }
  /** `cursor` is set if the stream can resume after the event. */
  | { readonly kind: 'event'; readonly data: unknown; readonly cursor?: string }
  | { readonly kind: 'lagged'; readonly dropped: number }
  | { readonly kind: 'error'; readonly code: string; readonly message: string }

/** Parses a frame of the node. Returns undefined for messages that this version does not know. */
export function parseMessage(text: string): StreamMessage | undefined {
  const { type, data, dropped, error, message, cursor, resumed, id, reason } = parseObject(text)
  const toEvent = (value: unknown): StreamMessage => ({
    kind: 'event',
    data: value,
    ...(typeof cursor === 'string' && { cursor }),
  })
  switch (type) {
    case 'connected':
      return { kind: type }
    case 'subscribed':
      return { kind: type, ...(typeof resumed === 'boolean' && { resumed }) }
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
