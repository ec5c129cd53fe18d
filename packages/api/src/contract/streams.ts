/** How a WebSocket proves itself: the API key in a header, or the one-hour token in the query. */
export type StreamCredential = 'key' | 'token' | 'keyOrToken'

export type StreamPath = {
  /** From the root of the listener. */
  readonly path: string
  readonly credential: StreamCredential
  readonly summary: string
  /** Compute units of an event; the specification prices heads and logs, the other figures are ours. */
  readonly cost?: number
}

/** WebSockets beside the REST endpoints. All of them need the scope `stream:websocket`. */
export const streams = {
  chain: {
    path: '/ws/v1/{chain}',
    credential: 'keyOrToken',
    summary: 'Blocks of a chain, and logs of EVM chains',
    cost: 40,
  },
  connect: {
    path: '/api/v1/ws/connect',
    credential: 'token',
    summary: 'All streams on one connection, with one token',
  },
  mempool: {
    path: '/api/v1/mempool/{chain}/stream',
    credential: 'key',
    summary: 'Pending transactions',
    cost: 5,
  },
  liquidations: {
    path: '/api/v1/defi/{chain}/liquidations/stream',
    credential: 'key',
    summary: 'Profitable liquidations',
    cost: 40,
  },
} as const satisfies { readonly [id: string]: StreamPath }

/** Streams that answer to subscriptions; `connect` carries them. */
export type ServedStream = Exclude<keyof typeof streams, 'connect'>

/** On the gateway's own listener. */
export const gatewayStreams = {
  rpc: {
    path: '/{chain}/ws',
    credential: 'key',
    summary: 'JSON-RPC subscriptions; events of pending transactions cost 5',
    cost: 40,
  },
} as const satisfies { readonly [id: string]: StreamPath }

/** What a socket may do where the settings of a node do not say otherwise. */
export const streamDefaults = {
  /** Most subscriptions per socket. */
  subscriptions: 64,
  /** Largest message from a client. */
  messageBytes: 65_536,
} as const
