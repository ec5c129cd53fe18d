import type { IncomingHttpHeaders } from 'node:http'

/** The API key of a request: `X-API-Key`, or `Authorization: Bearer`, which says the same. */
export function toCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-api-key']
  if (typeof key === 'string') return key
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}
