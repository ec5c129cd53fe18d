import { isLoopback } from '../../access/allowedIps.ts'
import type { ApiKey } from '../../access/keyring.ts'
import { type AccessMode, loopbackKey } from '../../access/loopback.ts'
import type { CallerRequest } from './clientIp.ts'

/** The key that stands in for a caller without one; undefined where a key is needed. */
export type Keyless = (request: CallerRequest) => ApiKey | undefined

export function createKeyless(mode: AccessMode): Keyless {
  return mode === 'loopback' ? (request) => (isLocalProgram(request) ? loopbackKey : undefined) : () => undefined
}

// Set by proxies: the address that is seen is the proxy's and not the caller's.
const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Whether a request names this machine as its host. After DNS rebinding a page's request names the page's own host. */
export function isLoopbackHost(host: string | undefined): boolean {
  return loopbackHost.test(host ?? '')
}

/** Whether the page that sends the request was loaded from the address it asks. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host
}

/**
 * A program of this machine, and not a page in a browser on it. Pages send `Origin` with writes and WebSockets; with
 * other requests browsers say in `Sec-Fetch-Site` whether another site asks.
 */
function isLocalProgram({ headers, socket }: CallerRequest): boolean {
  const { host, origin } = headers
  const site = headers['sec-fetch-site']
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    proxied.every((name) => headers[name] === undefined) &&
    isLoopbackHost(host) &&
    (origin === undefined || isSameOrigin(origin, host)) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  )
}
