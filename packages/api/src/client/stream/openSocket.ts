import { type ServedStream, streams } from '../../contract/streams.ts'
import type { ApiClient } from '../apiClient.ts'
import { loadWebSocket, type WebSocketClass, type WebSocketLike } from './webSocket.ts'

type OpenerParts = {
  /** Ends in `/api`. */
  readonly baseUrl: string
  readonly wire: ApiClient
  readonly apiKey?: string
  readonly WebSocket?: WebSocketClass
}

/**
 * Opens sockets for streams: on the path of the stream, with the key in a header. Where a WebSocket takes no headers and
 * there is a key, it is the path of all streams, with a token for the key.
 */
export function createOpener({ baseUrl, wire, apiKey, WebSocket }: OpenerParts) {
  // Paths of streams stand beside the base path of REST.
  const origin = baseUrl.replace(/^http/i, 'ws').replace(/\/api$/, '')

  return async (stream: ServedStream, chain: string): Promise<WebSocketLike> => {
    const kind = WebSocket ? { WebSocket, takesHeaders: false } : await loadWebSocket()
    if (apiKey !== undefined && !kind.takesHeaders) {
      const { access_token } = await wire.authToken({ grant_type: 'client_credentials' })
      return new kind.WebSocket(`${origin}${streams.connect.path}?token=${encodeURIComponent(access_token)}`)
    }
    const url = `${origin}${streams[stream].path.replace('{chain}', encodeURIComponent(chain))}`
    return apiKey === undefined
      ? new kind.WebSocket(url)
      : new kind.WebSocket(url, { headers: { 'x-api-key': apiKey } })
  }
}
