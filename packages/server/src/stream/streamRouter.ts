import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { ApiKey } from '../access/keyring.ts'
import { toChainName } from '../node/chainName.ts'
import { InvalidParameterError } from '../node/serviceError.ts'
import { type StreamRoute, streamRoutes } from './routes.ts'
import { openSession, type SessionParts, toErrorMessage } from './session.ts'
import type { SocketWriter } from './socketWriter.ts'
import { type ClientMessage, type Stream, StreamNotAvailableError, type Streams } from './stream.ts'

type Parts = {
  /** By their names in the contract. */
  readonly streams: Streams
  readonly writer: SocketWriter
  readonly maxSubscriptions: number
  readonly onFault: (error: unknown) => void
}

/** A WebSocket, and the connection it is on. */
export type OpenSocket = { readonly webSocket: WebSocket; readonly connection: Socket }

export type StreamRouter = {
  /** Serves the socket of one stream and chain. */
  openOne(socket: OpenSocket, route: StreamRoute, chain: string): void
  /** Serves the socket for all streams: each message says which one it means. */
  openShared(socket: OpenSocket, key: ApiKey, expiresAtMs: number): void
}

/** Leads sockets and their messages to streams. */
export function createStreamRouter({ streams, writer, maxSubscriptions, onFault }: Parts): StreamRouter {
  const served = new Map<string, Stream>(Object.entries(streams))

  function requireServed({ name, summary }: StreamRoute): Stream {
    const stream = served.get(name)
    if (stream === undefined) throw new StreamNotAvailableError(summary)
    return stream
  }

  function serve({ webSocket, connection }: OpenSocket, first: object, findStream: SessionParts['findStream']): void {
    connection.setNoDelay(true)
    const outbox = writer.open({
      socket: connection,
      isOpen: () => webSocket.readyState === webSocket.OPEN,
      onStuck: () => webSocket.close(1013, 'slow consumer: read the answers'),
    })
    outbox.send(first)
    openSession({ webSocket, outbox, maxSubscriptions, findStream, onFault })
  }

  return {
    openOne(socket, route, chain) {
      try {
        const stream = requireServed(route)
        serve(socket, { type: 'connected', chain, ...stream.greet(chain) }, (message) => {
          requireSame('stream', message['stream'], route.name)
          requireSame('chain', message['chain'], chain)
          return { stream, chain }
        })
      } catch (error) {
        const message = toErrorMessage(error, onFault)
        socket.webSocket.send(JSON.stringify(message))
        socket.webSocket.close(closeCodes[message.error as keyof typeof closeCodes] ?? 1008, message.error)
      }
    },
    openShared(socket, key, expiresAtMs) {
      const first = { type: 'connected', key_id: key.id, expires_at: new Date(expiresAtMs).toISOString() }
      serve(socket, first, ({ stream, chain }) => {
        if (typeof chain !== 'string') throw new InvalidParameterError([{ path: 'chain', message: 'must be a string' }])
        return { stream: requireServed(findRoute(stream)), chain: toChainName(chain) }
      })
    },
  }
}

/** Where another attempt may fare better. */
const closeCodes = { NOT_AVAILABLE: 1013, UPSTREAM_UNAVAILABLE: 1013, INTERNAL_ERROR: 1011 } as const

/** @throws {InvalidParameterError} no single stream has the name */
function findRoute(name: ClientMessage[string]): StreamRoute {
  const single = streamRoutes.filter((route) => route.name !== 'connect')
  const found = single.find((route) => route.name === name)
  if (found !== undefined) return found
  const message = `must be one of ${single.map((route) => route.name).join(', ')}`
  throw new InvalidParameterError([{ path: 'stream', message }])
}

/** A message must name the stream and chain of its path, or none. @throws {InvalidParameterError} */
function requireSame(path: string, given: unknown, own: string): void {
  if (given === undefined || given === own || (path === 'chain' && toChainName(String(given)) === own)) return
  const message = `must be ${own} here, or left out. /api/v1/ws/connect is for every stream and chain`
  throw new InvalidParameterError([{ path, message }])
}
