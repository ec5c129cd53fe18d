/** Limits of the gateway that are the same for every key. Those of a key depend on its tier. */
export type GatewayLimits = { readonly [name in keyof typeof gatewayLimits]: number }

export const gatewayLimits = {
  /** Maximum bytes of a request body or a socket message. */
  bodyBytes: 5_242_880,
  /** Maximum calls in one batch. */
  batchItems: 1000,
  /** Maximum bytes of an answer, to one call or to a whole batch. */
  responseBytes: 67_108_864,
  /** Maximum nesting of a request. */
  nesting: 64,
  /** Time limit for receiving a whole request. The limit for its head is 10 s. */
  requestTimeoutMs: 30_000,
  /** Maximum open connections. */
  connections: 10_000,
  /** Maximum open WebSockets of all keys. */
  sockets: 5_000,
  /** A socket with this many running calls is not read until some of them are answered. */
  pendingCalls: 256,
  /** Maximum subscriptions per socket. */
  subscriptions: 128,
  /** Maximum filters of a key on one chain. */
  filters: 100,
  /** A socket with more unread bytes than this is closed with 1013. */
  bufferedBytes: 16_777_216,
  /** Interval of the pings on a socket. */
  pingIntervalMs: 30_000,
} as const
