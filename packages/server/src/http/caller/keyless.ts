import { isLoopback } from '../../access/allowedIps.ts'
import type { ApiKey } from '../../access/keyring.ts'
import { type AccessMode, loopbackKey } from '../../access/loopback.ts'
import type { CallerRequest } from './clientIp.ts'

/** Returns the key for a caller without one, or undefined if the caller needs a key. */
export type Keyless = (request: CallerRequest) => ApiKey | undefined

export function createKeyless(mode: AccessMode): Keyless {
  return mode === 'loopback' ? (request) => (isLocalProgram(request) ? loopbackKey : undefined) : () => undefined
}

// Proxies set these headers. The visible address is then the proxy's and not the caller's.
const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Whether a request names this machine as its host. After DNS rebinding a page's request names the page's own host. */
export function isLoopbackHost(host: string | undefined): boolean {
  return loopbackHost.test(host ?? '')
}

/** Whether the page that sends the request was loaded from the address it requests. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host
}

/**
 * Whether the caller is a program on this machine, and not a page in a browser on it. Pages send `Origin` with writes and
 * WebSockets. With other requests, browsers report in `Sec-Fetch-Site` whether another site sends the request.
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
