import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { listen } from '../listen.ts'
import type { FaultBehaviour } from './fault.ts'
import { serveHttpExchange } from './httpExchange.ts'
import type { StatsCounter } from './proxyStats.ts'
import { toRpcMessage } from './rpc.ts'
import type { FaultTarget } from './target.ts'
import { relayWebSocket, type WebSocketRelay } from './webSocketRelay.ts'

type Parts = {
  readonly target: FaultTarget
  readonly stats: StatsCounter
  /** Returns the current behavior. */
  readonly current: () => { readonly behaviour: FaultBehaviour; readonly isFaulty: boolean }
}

export type ProxyServer = {
  readonly port: number
  countOpenWebSockets(): number
  /** Opens or closes the port, and notifies the open WebSockets. */
  putInForce(behaviour: FaultBehaviour): Promise<void>
  close(): Promise<void>
}

/** Serves HTTP and WebSocket on one port of 127.0.0.1 with the current behavior. */
export const openProxyServer = async ({ target, stats, current }: Parts): Promise<ProxyServer> => {
  const sockets = new Set<Socket>()
  const relays = new Set<WebSocketRelay>()
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0, noDelay: true })
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false })

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    try {
      const body = await buffer(request)
      const message = request.method === 'POST' ? toRpcMessage(body.toString()) : undefined
      const path = request.url?.split('?')[0]
      const methods = message?.calls.map(({ method }) => method) ?? [`${request.method} ${path}`]
      const { behaviour, isFaulty } = current()
      stats.countRequest(methods, isFaulty)
      await serveHttpExchange({ request, response, body, message, behaviour, target, signal: leaving.signal })
    } catch {
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('fault proxy: the target did not answer\n')
    }
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { behaviour, isFaulty } = current()
    stats.countUpgrade(isFaulty)
    socket.on('error', () => socket.destroy())
    if (behaviour.refusal) return void refuseUpgrade(socket, behaviour.refusal)
    webSockets.handleUpgrade(request, socket, head, (client) => {
      stats.countWebSocket()
      const record = (methods: readonly string[]) => stats.countRequest(methods, current().isFaulty)
      const relay = relayWebSocket(client, socket as Socket, target, () => current().behaviour, record)
      relays.add(relay)
      client.once('close', () => relays.delete(relay))
    })
  }

  const stopListening = async (): Promise<void> => {
    if (!server.listening) return
    const stopped = new Promise((resolve) => server.close(resolve))
    for (const relay of relays) relay.terminate()
    relays.clear()
    for (const socket of sockets) socket.destroy()
    await stopped
  }

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', serve).on('upgrade', upgrade)
  await listen(server, 0)
  const { port } = server.address() as AddressInfo

  return {
    port,
    countOpenWebSockets: () => relays.size,
    async putInForce(behaviour) {
      for (const relay of relays) relay.apply(behaviour)
      if (behaviour.closed) await stopListening()
      else if (!server.listening) await listen(server, port)
    },
    async close() {
      await stopListening()
      webSockets.close()
    },
  }
}

const refuseUpgrade = (socket: Duplex, { status, headers }: NonNullable<FaultBehaviour['refusal']>): void => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Fault\r\n${lines.join('')}content-length: 0\r\nconnection: close\r\n\r\n`)
}
