import type { WebSocket } from 'ws'
import type { Endpoint } from '../endpoint.ts'
import { loadWebSocket } from '../wire/clients.ts'

const handshakeMs = 5000
const heartbeatMs = 5000
// A full pending transaction or a header is far smaller. A larger message could exhaust the memory.
const maxPayload = 16 * 1024 * 1024

export type SocketListener = {
  readonly onOpen: () => void
  readonly onMessage: (text: string) => void
  /** Called when the socket is closed by either side, or lost. */
  readonly onClose: () => void
}

/** Loads `ws` and returns a function that opens WebSockets to an endpoint. */
export async function loadSocketOpener({ headers }: Endpoint, wsUrl: string) {
  const Socket = await loadWebSocket()
  /** Opens a socket. It is terminated if it does not answer a ping before the next ping. */
  return ({ onOpen, onMessage, onClose }: SocketListener): WebSocket => {
    const socket = new Socket(wsUrl, { handshakeTimeout: handshakeMs, headers, maxPayload, perMessageDeflate: false })
    let isAlive = true
    let heartbeat: NodeJS.Timeout | undefined
    socket.on('open', () => {
      heartbeat = setInterval(() => {
        if (!isAlive) return socket.terminate()
        isAlive = false
        socket.ping()
      }, heartbeatMs)
      onOpen()
    })
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('message', (data) => {
      isAlive = true
      onMessage(String(data))
    })
    // A `close` event follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(heartbeat)
      onClose()
    })
    return socket
  }
}
