/** Credential of a WebSocket: the API key in a header, or the one-hour token in the query. */
export type StreamCredential = 'key' | 'token' | 'keyOrToken'

export type StreamPath = {
  /** Path from the root of the listener. */
  readonly path: string
  readonly credential: StreamCredential
  readonly summary: string
  /** Compute units per event. The specification sets the costs of heads and logs. We chose the others. */
  readonly cost?: number
}

/** WebSockets of the API. All of them need the scope `stream:websocket`. */
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
    summary: 'All streams on one connection, opened with a token',
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
  mev: {
    path: '/api/v1/mev/{chain}/stream',
    credential: 'key',
    summary: 'MEV findings',
    cost: 10,
  },
} as const satisfies { readonly [id: string]: StreamPath }

/** Streams with subscriptions. `connect` offers all of them. */
export type ServedStream = Exclude<keyof typeof streams, 'connect'>

/** WebSockets on the listener of the gateway. */
export const gatewayStreams = {
  rpc: {
    path: '/{chain}/ws',
    credential: 'key',
    summary: 'JSON-RPC subscriptions. A pending transaction costs 5 CU',
    cost: 40,
  },
} as const satisfies { readonly [id: string]: StreamPath }

/** Default limits of a socket. Settings of the node can change them. */
export const streamDefaults = {
  /** Maximum number of subscriptions per socket. */
  subscriptions: 64,
  /** Maximum size of a message from a client, in bytes. */
  messageBytes: 65_536,
} as const
