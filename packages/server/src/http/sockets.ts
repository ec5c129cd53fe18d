import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Clock } from '@outrigger/core'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import { classifyAccess } from '../access/scopes.ts'
import { ContractError } from '../node/contractError.ts'
import type { ClientIp } from './caller/clientIp.ts'
import { refuseUpgrade } from './refuseUpgrade.ts'

/** Who wants a socket, and what becomes of it. */
export type Entrance = {
  readonly key: ApiKey | undefined
  /** When the credential ends; it may be revoked before. */
  readonly expiresAtMs?: number
  /** Sockets of a kind are counted together: `most` of them per key. */
  readonly kind: string
  readonly most: (key: ApiKey) => number
  /** Decides what the socket is for. @throws {ContractError} it is for nothing */
  readonly prepare: (key: ApiKey) => (webSocket: WebSocket, connection: Socket) => void
}

type Parts = {
  readonly server: Server
  /** @throws {ContractError} answered over HTTP */
  readonly enter: (request: IncomingMessage, path: string, query: URLSearchParams) => Promise<Entrance>
  readonly keyring: Keyring
  readonly clientIp: ClientIp
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: { readonly sockets: number; readonly messageBytes: number; readonly pingIntervalMs: number }
}

type Client = {
  readonly webSocket: WebSocket
  readonly kind: string
  readonly key: ApiKey
  readonly ip: string
  readonly expiresAtMs: number
  isAlive: boolean
}

/** The WebSockets of one listener. */
export type Sockets = {
  count(kind: string): number
  close(): void
}

export class BusyError extends ContractError {
  readonly code = 'UPSTREAM_UNAVAILABLE'
  override readonly retryable = true
  override readonly details = { upstream: 'this node' }
  override readonly retryAfterSeconds = 1
  constructor() {
    super('This node has as many WebSockets open as it may. Try again later.')
  }
}

const credentialCheckMs = 1000
// How long a peer may take to answer a close frame.
const closeTimeoutMs = 5000
// Handshakes and refusals in progress; beyond that a flood is turned away before it costs a hash.
const maxUnsettled = 500

/** Upgrades, the sockets that come of them as long as their credential holds and they live, and their end. */
export function createSockets({ server, enter, keyring, clientIp, clock, logger, limits }: Parts): Sockets {
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    closeTimeout: closeTimeoutMs,
  }
  const acceptor = new WebSocketServer(options)
  const clients = new Set<Client>()
  // The server forgets a connection it has handed over, and leaves it half open when the other side ends.
  const raw = new Set<Duplex>()
  let unsettled = 0

  const pinger = setInterval(ping, limits.pingIntervalMs)
  const credentialTimer = setInterval(() => void closeExpired().catch(() => {}), credentialCheckMs)
  for (const timer of [pinger, credentialTimer]) timer.unref()

  function onUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    raw.add(connection)
    connection.on('close', () => raw.delete(connection)).on('error', () => connection.destroy())
    if (unsettled >= maxUnsettled || clients.size >= limits.sockets)
      return void refuseUpgrade(connection, request, new BusyError())
    unsettled += 1
    connection.once('close', settle)
    let settled = false
    function settle() {
      if (settled) return
      settled = true
      unsettled -= 1
    }
    accept(request, connection, head, settle).catch((error: unknown) => {
      if (error instanceof ContractError) return refuseUpgrade(connection, request, error)
      logger.error({ err: error }, 'upgrade failed')
      connection.destroy()
    })
  }

  async function accept(request: IncomingMessage, connection: Duplex, head: Buffer, settle: () => void): Promise<void> {
    const [path = '', query] = (request.url ?? '').split('?')
    const {
      expiresAtMs = Number.POSITIVE_INFINITY,
      kind,
      ...entrance
    } = await enter(request, path, new URLSearchParams(query))
    const key = admit(entrance.key, kind, entrance.most)
    if (typeof key === 'string')
      // Told in a close frame, as the interface says; a caller that does not close is cut off.
      return acceptor.handleUpgrade(request, connection, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate())
        webSocket.close(1008, key)
      })
    const begin = entrance.prepare(key)
    acceptor.handleUpgrade(request, connection, head, (webSocket) => {
      settle()
      keep({ webSocket, kind, key, ip: clientIp(request), expiresAtMs, isAlive: true })
      begin(webSocket, connection as Socket)
    })
  }

  /** The key that gets a socket, or why it gets none. */
  function admit(key: ApiKey | undefined, kind: string, mostOf: Entrance['most']): ApiKey | string {
    if (key === undefined) return 'authentication required'
    if (classifyAccess(key.scopes, ['stream:websocket']) === 'refused') return 'the scope stream:websocket is required'
    const most = mostOf(key)
    const open = [...clients].filter((client) => client.key.id === key.id && client.kind === kind).length
    return open < most ? key : `too many connections: the tier "${key.tier}" allows ${most}`
  }

  function keep(client: Client): void {
    const { webSocket } = client
    clients.add(client)
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => clients.delete(client))
    const live = () => {
      client.isAlive = true
    }
    webSocket.on('pong', live).on('message', live)
  }

  function ping(): void {
    for (const client of clients) {
      if (!client.isAlive) client.webSocket.terminate()
      client.isAlive = false
      client.webSocket.ping()
    }
  }

  /** Closes what came with a credential that holds no more. */
  async function closeExpired(): Promise<void> {
    const verdicts = new Map<string, boolean>()
    for (const { key, ip, webSocket, expiresAtMs } of clients) {
      const name = `${key.id} ${ip}`
      const valid = verdicts.get(name) ?? (await keyring.find(key.id, ip)) !== undefined
      verdicts.set(name, valid)
      if (!valid || expiresAtMs <= clock.now()) webSocket.close(1008, 'authentication required')
    }
  }

  server.on('upgrade', onUpgrade)
  return {
    count: (kind) => [...clients].filter((client) => client.kind === kind).length,
    close() {
      clearInterval(pinger)
      clearInterval(credentialTimer)
      server.off('upgrade', onUpgrade)
      for (const { webSocket } of clients) webSocket.close(1001, 'the node is closing')
      for (const connection of raw) connection.end(() => connection.destroy())
      acceptor.close()
    },
  }
}
