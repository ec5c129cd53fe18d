import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@outrigger/core'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import type { Entry } from '../../access/limits/keyStates.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import type { ClientIp } from '../caller/clientIp.ts'
import { moveKeyToHeader } from '../caller/pathKey.ts'
import { admit } from './admission.ts'
import { createClients } from './clients.ts'
import { refuseUpgrade } from './refuseUpgrade.ts'

/** The key that requests a socket, and the purpose of the socket. */
export type Entrance = {
  readonly key: ApiKey | undefined
  /** When the credential expires. It may be revoked earlier. */
  readonly expiresAtMs?: number
  /** Sockets of one kind share a count per key, limited by `limit`. */
  readonly kind: string
  readonly limit: 'gatewaySockets' | 'streamSockets'
  /** Prepares the handler of the socket. @throws {ServiceError} the request is invalid */
  readonly prepare: (key: ApiKey) => (webSocket: WebSocket, connection: Socket) => void
}

type Parts = {
  readonly server: Server
  /** @throws {ServiceError} answered over HTTP */
  readonly enter: (request: IncomingMessage, path: string, query: URLSearchParams) => Promise<Entrance>
  readonly keyring: Keyring
  readonly keyLimits: KeyLimits
  /** The entry point whose rates are in the headers of a refusal. */
  readonly entry: Entry
  readonly clientIp: ClientIp
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: { readonly sockets: number; readonly messageBytes: number; readonly pingIntervalMs: number }
}

/** The WebSockets of one listener. */
export type Sockets = {
  count(kind: string): number
  close(): void
}

export class BusyError extends ServiceError {
  readonly code = 'UPSTREAM_UNAVAILABLE'
  override readonly retryable = true
  override readonly details = { upstream: 'this node' }
  override readonly retryAfterSeconds = 1
  constructor() {
    super('This node has reached its maximum number of WebSockets. Try again later.')
  }
}

// How long a peer may take to answer a close frame.
const closeTimeoutMs = 5000
// Maximum handshakes and refusals in progress. Beyond it, upgrades are rejected before any hash is computed.
const maxHandshakes = 500

/** Handles upgrades and the resulting sockets until they close. */
export function createSockets(parts: Parts): Sockets {
  const { server, enter, keyring, keyLimits, entry, clientIp, clock, logger, limits } = parts
  const acceptor = createAcceptor(limits.messageBytes)
  const clients = createClients({ keyring, clock, pingIntervalMs: limits.pingIntervalMs })
  // Node's server forgets a connection after its upgrade, and leaves it half open when the other side ends.
  const connections = new Set<Duplex>()
  const handshakes = new Set<Duplex>()

  const refuse = (request: IncomingMessage, connection: Duplex, error: ServiceError, key?: ApiKey) =>
    refuseUpgrade(connection, request, error, keyLimits.headerLines(key, entry))

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    moveKeyToHeader(request)
    connections.add(connection)
    connection.on('close', () => connections.delete(connection)).on('error', () => connection.destroy())
    if (handshakes.size >= maxHandshakes || clients.size >= limits.sockets)
      return void refuse(request, connection, new BusyError())
    handshakes.add(connection)
    connection.once('close', () => handshakes.delete(connection))
    accept(request, connection, head).catch((error: unknown) => {
      if (error instanceof ServiceError) return refuse(request, connection, error)
      logger.error({ err: error }, 'upgrade failed')
      connection.destroy()
    })
  }

  async function accept(request: IncomingMessage, connection: Duplex, head: Buffer): Promise<void> {
    const [path = '', query] = (request.url ?? '').split('?')
    const entrance = await enter(request, path, new URLSearchParams(query))
    const { kind, limit, expiresAtMs = Number.POSITIVE_INFINITY } = entrance
    const countOpen = ({ id }: ApiKey) => clients.count((client) => client.key.id === id && client.kind === kind)
    const admission = admit(entrance.key, countOpen, limit, keyLimits)
    if ('refusal' in admission)
      // The API reports this in a close frame. A caller that does not close is disconnected.
      return acceptor.handleUpgrade(request, connection, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate())
        webSocket.close(1008, admission.refusal)
      })
    const { key } = admission
    let begin: ReturnType<Entrance['prepare']>
    try {
      begin = entrance.prepare(key)
    } catch (error) {
      if (error instanceof ServiceError) return refuse(request, connection, error, key)
      throw error
    }
    acceptor.handleUpgrade(request, connection, head, (webSocket) => {
      handshakes.delete(connection)
      clients.add({ webSocket, kind, key, ip: clientIp(request), expiresAtMs })
      begin(webSocket, connection as Socket)
    })
  }

  server.on('upgrade', onUpgrade)
  return {
    count: (kind) => clients.count((client) => client.kind === kind),
    close() {
      server.off('upgrade', onUpgrade)
      clients.close()
      for (const connection of connections) connection.end(() => connection.destroy())
      acceptor.close()
    },
  }
}

function createAcceptor(maxPayload: number): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload,
    perMessageDeflate: false,
    closeTimeout: closeTimeoutMs,
  }
  return new WebSocketServer(options)
}
