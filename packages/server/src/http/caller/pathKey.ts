import type { IncomingMessage } from 'node:http'

const keyedPath = /^(\/[^/?]+\/(?:rpc|ws))\/([^/?]*)(?=$|\?)/

/**
 * Moves the key of `/{chain}/rpc/<key>` and `/{chain}/ws/<key>` to `X-API-Key`, for clients that accept only a URL.
 * Runs before any other code reads the request, so that no log, trace or error can show the key. The key takes precedence over
 * `Authorization`, which may be meant for a proxy, but not over `X-API-Key`.
 */
export function moveKeyToHeader(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [matched, path, key = ''] = keyedPath.exec(request.url ?? '') ?? []
  if (matched === undefined) return
  request.url = `${path}${request.url?.slice(matched.length)}`
  if (key !== '') request.headers['x-api-key'] ??= key
}
