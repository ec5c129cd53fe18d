import type { IncomingHttpHeaders } from 'node:http'

/**
 * The API key of a request: `X-API-Key`, or `Authorization: Bearer`, which says the same. `Basic` with the key as its
 * password is for WebSocket clients that set no headers: `ws://:<key>@host/…`.
 */
export function toCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const [, scheme, value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (scheme === undefined || scheme.toLowerCase() === 'bearer') return scheme && value
  return /:(.+)$/.exec(Buffer.from(value, 'base64').toString())?.[1]
}
