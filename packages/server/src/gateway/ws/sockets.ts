import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ClientIp } from '../../access/clientIp.ts'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { Meter } from '../../access/meter.ts'
import { classifyAccess } from '../../access/scopes.ts'
import { ContractError } from '../../contract/errors.ts'
import type { Gate } from '../gate.ts'
import { BusyError, NoGatewayPathError } from '../gatewayErrors.ts'
import type { Caller, GatewayChain } from '../rpc/call.ts'
import type { GatewayLimits } from '../settings.ts'
import { createFeeds, type Feeds } from './feeds.ts'
import { refuseUpgrade } from './refuseUpgrade.ts'
import { openSession } from './session.ts'

type Parts = {
  readonly server: Server
  readonly findChain: (name: string) => GatewayChain
  readonly gate: Gate
  readonly keyring: Keyring
  readonly clientIp: ClientIp
  readonly caller: Caller
  readonly meter: Meter
  readonly limits: GatewayLimits
  readonly logger: Logger
}

type Client = {
  readonly socket: WebSocket
  readonly chain: string
  readonly key: ApiKey
  readonly ip: string
  alive: boolean
}

export type Sockets = {
  /** Sockets open on a chain. */
  count(chain: string): number
  close(): void
}

const revocationCheckMs = 1000
// How long a peer may take to answer a close frame.
const closeTimeoutMs = 5000
// Handshakes and refusals in progress; beyond that a flood is turned away before it costs a hash.
const maxUnsettled = 500

/** `GET /{chain}/ws`: upgrades, the sockets that came of them, and their end. */
export function createSockets({ server, findChain, gate, keyring, clientIp, logger, ...parts }: Parts): Sockets {
  const { limits } = parts
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: limits.bodyBytes,
    perMessageDeflate: false,
    closeTimeout: closeTimeoutMs,
  }
  const acceptor = new WebSocketServer(options)
  const clients = new Set<Client>()
  const feeds = new Map<GatewayChain, Feeds>()
  // The server forgets a connection it has handed over, and leaves it half open when the other side ends.
  const raw = new Set<Duplex>()
  let unsettled = 0

  const pinger = setInterval(ping, limits.pingIntervalMs)
  const warden = setInterval(() => void dismissRevoked().catch(() => {}), revocationCheckMs)
  for (const timer of [pinger, warden]) timer.unref()

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
    const path = (request.url ?? '').split('?')[0] ?? ''
    const name = /^\/([^/]+)\/ws$/.exec(path)?.[1]
    if (name === undefined) throw new NoGatewayPathError(path)
    const key = admit(await gate.findKey(request))
    if (typeof key === 'string')
      // Told in a close frame, as the interface says; a caller that does not close is cut off.
      return acceptor.handleUpgrade(request, connection, head, (socket) => {
        socket.on('error', () => socket.terminate())
        socket.close(1008, key)
      })
    const chain = findChain(name)
    acceptor.handleUpgrade(request, connection, head, (socket) => {
      settle()
      begin({ socket, chain: chain.name, key, ip: clientIp(request), alive: true }, chain)
    })
  }

  /** The key that gets a socket, or why it gets none. */
  function admit(key: ApiKey | undefined): ApiKey | string {
    if (key === undefined) return 'authentication required'
    if (classifyAccess(key.scopes, ['stream:websocket']) === 'refused') return 'the scope stream:websocket is required'
    const most = gate.socketsOf(key)
    const open = [...clients].filter((client) => client.key.id === key.id).length
    return open < most ? key : `too many connections: the tier "${key.tier}" allows ${most}`
  }

  function begin(client: Client, chain: GatewayChain): void {
    const { socket, key } = client
    clients.add(client)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => clients.delete(client))
    const live = () => {
      client.alive = true
    }
    socket.on('pong', live).on('message', live)
    const shared = feeds.get(chain) ?? createFeeds(chain.pool)
    feeds.set(chain, shared)
    openSession({ ...parts, gate, socket, chain, key, feeds: shared })
  }

  function ping(): void {
    for (const client of clients) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
    }
  }

  async function dismissRevoked(): Promise<void> {
    const verdicts = new Map<string, boolean>()
    for (const { key, ip, socket } of clients) {
      const name = `${key.id} ${ip}`
      const valid = verdicts.get(name) ?? (await keyring.find(key.id, ip)) !== undefined
      verdicts.set(name, valid)
      if (!valid) socket.close(1008, 'authentication required')
    }
  }

  server.on('upgrade', onUpgrade)
  return {
    count: (chain) => [...clients].filter((client) => client.chain === chain).length,
    close() {
      clearInterval(pinger)
      clearInterval(warden)
      server.off('upgrade', onUpgrade)
      for (const { socket } of clients) socket.close(1001, 'the node is closing')
      for (const connection of raw) connection.end(() => connection.destroy())
      acceptor.close()
    },
  }
}
