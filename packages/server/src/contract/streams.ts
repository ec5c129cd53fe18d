/** How a WebSocket proves itself: the API key in a header, or the one-hour token in the query. */
export type StreamCredential = 'key' | 'token' | 'keyOrToken'

export type Stream = {
  /** From the root of the listener. */
  readonly path: string
  readonly credential: StreamCredential
  readonly summary: string
}

/** WebSockets beside the REST endpoints. All of them need the scope `stream:websocket`. */
export const streams = {
  chain: { path: '/ws/v1/{chain}', credential: 'keyOrToken', summary: 'Heads and logs of a chain' },
  connect: { path: '/api/v1/ws/connect', credential: 'token', summary: 'Every stream over one token' },
  mempool: { path: '/api/v1/mempool/{chain}/stream', credential: 'key', summary: 'Pending transactions' },
  liquidations: { path: '/api/v1/defi/{chain}/liquidations/stream', credential: 'key', summary: 'Liquidations' },
} as const satisfies { readonly [id: string]: Stream }

/** On the gateway's own listener. */
export const gatewayStreams = {
  rpc: { path: '/{chain}/ws', credential: 'key', summary: 'JSON-RPC subscriptions' },
} as const satisfies { readonly [id: string]: Stream }
