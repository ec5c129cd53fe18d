import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { ApiKey } from '../access/keyring.ts'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toChainName } from '../node/chainName.ts'
import { type StreamRoute, streamRoutes } from './routes.ts'
import { openSession, type SessionParts, toErrorMessage } from './session.ts'
import type { SocketWriter } from './socketWriter.ts'
import { type ClientMessage, type Stream, StreamNotAvailableError, type Streams } from './stream.ts'

type Parts = {
  /** Streams by their names in the contract. */
  readonly streams: Streams
  readonly writer: SocketWriter
  readonly maxSubscriptions: number
  readonly onFault: (error: unknown) => void
  /** Charges an event to a key. @throws {ServiceError} the key's pool is empty */
  readonly charge: (key: ApiKey, stream: string, chain: string) => void
}

/** A WebSocket and its connection. */
export type OpenSocket = { readonly webSocket: WebSocket; readonly connection: Socket }

export type StreamRouter = {
  /** Serves the socket of one stream and chain. */
  openOne(socket: OpenSocket, key: ApiKey, route: StreamRoute, chain: string): void
  /** Serves the socket for all streams. Each message names its stream. */
  openShared(socket: OpenSocket, key: ApiKey, expiresAtMs: number): void
}

/** Routes sockets and their messages to streams. */
export function createStreamRouter({ streams, writer, maxSubscriptions, onFault, charge }: Parts): StreamRouter {
  const served = new Map<string, Stream>(Object.entries(streams))

  function requireServed({ name, summary }: StreamRoute): Stream {
    const stream = served.get(name)
    if (stream === undefined) throw new StreamNotAvailableError(summary)
    return stream
  }

  function serve(
    { webSocket, connection }: OpenSocket,
    key: ApiKey,
    first: object,
    findStream: SessionParts['findStream'],
  ): void {
    connection.setNoDelay(true)
    const outbox = writer.open({
      socket: connection,
      isOpen: () => webSocket.readyState === webSocket.OPEN,
      onStuck: () => webSocket.close(1013, 'slow consumer: read the answers'),
    })
    outbox.send(first)
    const chargeKey = (stream: string, chain: string) => charge(key, stream, chain)
    openSession({ webSocket, outbox, maxSubscriptions, findStream, charge: chargeKey, onFault })
  }

  return {
    openOne(socket, key, route, chain) {
      try {
        const stream = requireServed(route)
        serve(socket, key, { type: 'connected', chain, ...stream.greet(chain) }, (message) => {
          requireSame('stream', message['stream'], route.name)
          requireSame('chain', message['chain'], chain)
          return { stream, chain, name: route.name }
        })
      } catch (error) {
        const message = toErrorMessage(error, onFault)
        socket.webSocket.send(JSON.stringify(message))
        socket.webSocket.close(closeCodes[message.error as keyof typeof closeCodes] ?? 1008, message.error)
      }
    },
    openShared(socket, key, expiresAtMs) {
      const first = { type: 'connected', key_id: key.id, expires_at: new Date(expiresAtMs).toISOString() }
      serve(socket, key, first, ({ stream, chain }) => {
        if (typeof chain !== 'string') throw new InvalidParameterError([{ path: 'chain', message: 'must be a string' }])
        const route = findRoute(stream)
        return { stream: requireServed(route), chain: toChainName(chain), name: route.name }
      })
    },
  }
}

/** Close codes by error code, for errors after which another attempt may succeed. */
const closeCodes = { NOT_AVAILABLE: 1013, UPSTREAM_UNAVAILABLE: 1013, INTERNAL_ERROR: 1011 } as const

/** @throws {InvalidParameterError} no single stream has the name */
function findRoute(name: ClientMessage[string]): StreamRoute {
  const single = streamRoutes.filter((route) => route.name !== 'connect')
  const found = single.find((route) => route.name === name)
  if (found !== undefined) return found
  const message = `must be one of ${single.map((route) => route.name).join(', ')}`
  throw new InvalidParameterError([{ path: 'stream', message }])
}

/** Requires that a message names the stream and chain of its path, or none. @throws {InvalidParameterError} */
function requireSame(path: string, given: unknown, own: string): void {
  if (given === undefined || given === own || (path === 'chain' && toChainName(String(given)) === own)) return
  const message = `must be ${own} on this path, or omitted. /api/v1/ws/connect accepts every stream and chain`
  throw new InvalidParameterError([{ path, message }])
}
