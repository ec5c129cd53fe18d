import { type ServedStream, streams } from '../../contract/streams.ts'
import type { ApiClient } from '../apiClient.ts'
import { loadWebSocket, type WebSocketClass, type WebSocketLike } from './webSocket.ts'

type OpenerParts = {
  /** Base URL of the REST API. It ends in `/api`. */
  readonly baseUrl: string
  readonly wire: ApiClient
  readonly apiKey?: string
  readonly WebSocket?: WebSocketClass
}

/**
 * Creates a function that opens sockets for streams. It uses the path of the stream with the API key in a header. If there
 * is a key and the WebSocket class takes no headers, it uses the path of all streams with a token instead.
 */
export function createOpener({ baseUrl, wire, apiKey, WebSocket }: OpenerParts) {
  // Stream paths start at the origin, not under the REST base path.
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
