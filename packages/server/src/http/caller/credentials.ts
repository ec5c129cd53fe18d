import type { IncomingHttpHeaders } from 'node:http'

/**
 * Returns the API key of a request from `X-API-Key` or `Authorization: Bearer`. Also accepts `Basic` with the key as its
 * password, for WebSocket clients that cannot set headers: `ws://:<key>@host/…`.
 */
export function toCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  const [, scheme, value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (scheme === undefined || scheme.toLowerCase() === 'bearer') return scheme && value
  return /:(.+)$/.exec(Buffer.from(value, 'base64').toString())?.[1]
}
