import { NoWebSocketError } from '../apiErrors.ts'

/** What is used of a WebSocket. */
export type WebSocketLike = {
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: ((event: { readonly error?: unknown }) => void) | null
  send(text: string): void
  close(): void
  /** Of `ws`: a ping shows that the connection lives. */
  on?(event: 'ping', listener: () => void): unknown
}

/** A WebSocket as browsers have it, or the one of `ws`. */
export type WebSocketClass = new (
  url: string,
  options?: { readonly headers: { readonly [name: string]: string } },
) => WebSocketLike

export type WebSocketKind = {
  readonly WebSocket: WebSocketClass
  /** Browsers send no headers of ours, so that the key must be exchanged for a token. */
  readonly takesHeaders: boolean
}

/** `ws` where it is installed, otherwise what the runtime has. @throws {NoWebSocketError} */
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
