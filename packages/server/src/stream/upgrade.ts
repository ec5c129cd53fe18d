import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ClientIp } from '../access/clientIp.ts'
import { toCredential } from '../access/credentials.ts'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import { classifyAccess } from '../access/scopes.ts'
import type { Tokens } from '../access/tokens.ts'
import { toPathPattern } from '../contract/paths.ts'
import type { Stream } from '../contract/streams.ts'

type UpgradeParts = {
  readonly server: Server
  readonly streams: { readonly [id: string]: Stream }
  readonly keyring: Keyring
  readonly tokens: Tokens
  readonly clientIp: ClientIp
}

/**
 * Accepts the WebSocket paths of the contract. A socket without a credential is closed with 1008, as the interface
 * says. One with a credential is told that the stream is not available in this version, and closed with 1013.
 */
export function mountStreams({ server, streams, keyring, tokens, clientIp }: UpgradeParts): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  const routes = Object.values(streams).map((stream) => ({ stream, pattern: toPathPattern(stream.path) }))

  // The server forgets a socket it has handed over, and leaves it half open when the other side ends.
  const raw = new Set<Duplex>()

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    raw.add(socket)
    socket.on('close', () => raw.delete(socket)).on('error', () => socket.destroy())
    const [path = '', query] = (request.url ?? '').split('?')
    const stream = routes.find(({ pattern }) => pattern.test(path))?.stream
    if (stream === undefined)
      return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () =>
        socket.destroy(),
      )
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate())
      authenticate(stream, request, new URLSearchParams(query).get('token')).then(
        (key) => answer(webSocket, stream, key),
        () => webSocket.close(1011, 'internal error'),
      )
    })
  }

  async function authenticate(
    { credential }: Stream,
    request: IncomingMessage,
    token: string | null,
  ): Promise<ApiKey | undefined> {
    const ip = clientIp(request)
    if (credential !== 'key' && token !== null) return (await tokens.verify(token, ip))?.key
    const secret = credential === 'token' ? undefined : toCredential(request.headers)
    return secret === undefined ? undefined : keyring.verify(secret, ip)
  }

  server.on('upgrade', onUpgrade)
  return {
    close() {
      server.off('upgrade', onUpgrade)
      for (const socket of raw) socket.destroy()
      sockets.close()
    },
  }
}

function answer(webSocket: WebSocket, { summary }: Stream, key: ApiKey | undefined): void {
  if (key === undefined) webSocket.close(1008, 'authentication required')
  else if (classifyAccess(key.scopes, ['stream:websocket']) === 'refused')
    webSocket.close(1008, 'the scope stream:websocket is required')
  else {
    const message = `The stream "${summary}" is part of the interface but not available in this version.`
    webSocket.send(JSON.stringify({ type: 'error', error: 'NOT_AVAILABLE', message }))
    webSocket.close(1013, 'not available in this version')
  }
}
