import { streamDefaults } from '@outrigger/api/contract'

/** Limits of the WebSockets next to the REST endpoints. Those of a key depend on its tier. */
export type StreamLimits = { readonly [name in keyof typeof streamLimits]: number }

export const streamLimits = {
  /** Maximum open sockets of all keys. */
  sockets: 5_000,
  /** Maximum subscriptions per socket. */
  subscriptions: streamDefaults.subscriptions,
  /** Maximum bytes of a message from a client. */
  messageBytes: streamDefaults.messageBytes,
  /** Maximum bytes that wait for a slow reader. Beyond that its oldest events are dropped. */
  bufferedBytes: 1_048_576,
  /** Interval of the pings on a socket. */
  pingIntervalMs: 30_000,
} as const
