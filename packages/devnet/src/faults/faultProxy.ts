import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import type { Fault } from './definitions.ts'
import type { FaultBehaviour } from './fault.ts'
import { serveHttpExchange } from './httpExchange.ts'
import { listen } from './listen.ts'
import { toBehaviour, toFault } from './parseFault.ts'
import { toRpcMessage } from './rpc.ts'
import { createFaultTarget } from './target.ts'
import { relayWebSocket, type WebSocketRelay } from './webSocketRelay.ts'

export type FaultProxyStats = {
  /** HTTP requests and WebSocket frames from clients. */
  readonly requests: number
  /** JSON-RPC calls by method (a batch counts each); other requests as `GET /path`. */
  readonly byMethod: Readonly<Record<string, number>>
  readonly webSockets: number
  readonly openWebSockets: number
  /** Requests, frames and upgrades that arrived while a fault was on; refused connections cannot be seen. */
  readonly touchedWhileFaulty: number
}

export type FaultProxy = {
  readonly url: string
  readonly wsUrl: string
  readonly fault: Fault
  readonly stats: FaultProxyStats
  /** Resolves once the fault is in force. */
  setFault(fault: Fault): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type FaultProxyParameters = {
  /** HTTP address of the healthy endpoint: JSON-RPC, or a REST service such as a beacon node. */
  readonly target: string
  /** Defaults to `target` with the scheme ws. */
  readonly targetWs?: string
  /** Closes the proxy when aborted. */
  readonly signal?: AbortSignal
}

const maxMethodsCounted = 500

/**
 * A proxy on 127.0.0.1, HTTP and WebSocket on one port, that breaks on command.
 *
 * A request already in flight ends under the fault it arrived in: a hung one stays hung until its client leaves.
 * `refuse` cuts everything, in flight or not. Frames an open WebSocket misses during `hang` are lost; afterwards it
 * carries frames again.
 *
 * @example
 * const proxy = await createFaultProxy({ target: 'http://127.0.0.1:8545' })
 * await proxy.setFault({ kind: 'slow', delayMs: 3000 })
 */
export const createFaultProxy = async (parameters: FaultProxyParameters): Promise<FaultProxy> => {
  const { signal } = parameters
  signal?.throwIfAborted()
  const target = createFaultTarget(parameters.target, parameters.targetWs)
  const sockets = new Set<Socket>()
  const relays = new Set<WebSocketRelay>()
  const byMethod = new Map<string, number>()
  const counts = { requests: 0, webSockets: 0, touchedWhileFaulty: 0 }
  let fault: Fault = { kind: 'none' }
  let behaviour: FaultBehaviour = {}
  let isFaulty = false
  let flapTimer: NodeJS.Timeout | undefined

  const record = (methods: readonly string[]): void => {
    counts.requests++
    if (isFaulty) counts.touchedWhileFaulty++
    for (const method of methods) {
      const name = byMethod.has(method) || byMethod.size < maxMethodsCounted ? method : 'other'
      byMethod.set(name, (byMethod.get(name) ?? 0) + 1)
    }
  }

  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 0, noDelay: true })
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', async (request, response) => {
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    try {
      const body = await buffer(request)
      const message = request.method === 'POST' ? toRpcMessage(body.toString()) : undefined
      const path = request.url?.split('?')[0]
      record(message?.calls.map(({ method }) => method) ?? [`${request.method} ${path}`])
      await serveHttpExchange({ request, response, body, message, behaviour, target, signal: leaving.signal })
    } catch {
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/plain' }).end('fault proxy: the target did not answer\n')
    }
  })
  server.on('upgrade', (request, socket, head) => {
    if (isFaulty) counts.touchedWhileFaulty++
    socket.on('error', () => socket.destroy())
    if (behaviour.refusal) {
      const { status, headers } = behaviour.refusal
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      return void socket.end(
        `HTTP/1.1 ${status} Fault\r\n${lines.join('')}content-length: 0\r\nconnection: close\r\n\r\n`,
      )
    }
    webSockets.handleUpgrade(request, socket, head, (client) => {
      counts.webSockets++
      const relay = relayWebSocket(client, socket as Socket, target, () => behaviour, record)
      relays.add(relay)
      client.once('close', () => relays.delete(relay))
    })
  })

  await listen(server, 0)
  const { port } = server.address() as AddressInfo

  const stopListening = async (): Promise<void> => {
    const stopped = new Promise((resolve) => server.close(resolve))
    for (const relay of relays) relay.terminate()
    relays.clear()
    for (const socket of sockets) socket.destroy()
    await stopped
  }
  const apply = async (next: FaultBehaviour, faulty: boolean): Promise<void> => {
    behaviour = next
    isFaulty = faulty
    for (const relay of relays) relay.apply(next)
    if (next.closed && server.listening) await stopListening()
    else if (!next.closed && !server.listening) await listen(server, port)
  }
  let applied = Promise.resolve()
  let isClosed = false
  const enqueue = (next: FaultBehaviour, faulty: boolean): Promise<void> => {
    const step = applied.then(() => (isClosed ? undefined : apply(next, faulty)))
    applied = step.catch(() => undefined)
    return step
  }

  const close = async (): Promise<void> => {
    if (isClosed) return applied
    isClosed = true
    clearInterval(flapTimer)
    signal?.removeEventListener('abort', close)
    applied = applied.then(async () => {
      if (server.listening) await stopListening()
      webSockets.close()
      target.close()
    })
    return applied
  }
  signal?.addEventListener('abort', close, { once: true })

  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    get fault() {
      return fault
    },
    get stats() {
      return { ...counts, openWebSockets: relays.size, byMethod: Object.fromEntries(byMethod) }
    },
    async setFault(next) {
      const wanted = toFault(next)
      if (isClosed) return
      fault = wanted
      clearInterval(flapTimer)
      const steady = fault.kind === 'flap' ? fault.fault : fault
      const faulty = toBehaviour(steady)
      if (fault.kind === 'flap') {
        let isDown = true
        flapTimer = setInterval(() => {
          isDown = !isDown
          // A port that could not be taken back is tried again at the next turn.
          enqueue(isDown ? faulty : {}, isDown).catch(() => undefined)
        }, fault.periodMs)
      }
      await enqueue(faulty, steady.kind !== 'none')
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
