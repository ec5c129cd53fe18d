import { NoWebSocketError } from '../apiErrors.ts'

/** The members of a WebSocket that streams use. */
export type WebSocketLike = {
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: ((event: { readonly error?: unknown }) => void) | null
  send(text: string): void
  close(): void
  /** Exists on `ws`. A ping shows that the connection is alive. */
  on?(event: 'ping', listener: () => void): unknown
}

/** The WebSocket class of browsers, or that of `ws`. */
export type WebSocketClass = new (
  url: string,
  options?: { readonly headers: { readonly [name: string]: string } },
) => WebSocketLike

export type WebSocketKind = {
  readonly WebSocket: WebSocketClass
  /** False in browsers, which send no custom headers. The key is then exchanged for a token. */
  readonly takesHeaders: boolean
}

/** Returns `ws` if it is installed, otherwise the WebSocket of the runtime. @throws {NoWebSocketError} if neither exists */
export async function loadWebSocket(): Promise<WebSocketKind> {
  if (typeof process !== 'undefined' && process.versions?.node !== undefined)
    try {
      const { WebSocket } = await import('ws')
      return { WebSocket: WebSocket as unknown as WebSocketClass, takesHeaders: true }
    } catch {
      // Not installed.
    }
  const { WebSocket } = globalThis as { WebSocket?: WebSocketClass }
  if (WebSocket === undefined) throw new NoWebSocketError()
  return { WebSocket, takesHeaders: false }
}
