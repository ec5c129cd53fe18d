import type { Asked } from '../http/caller/clientIp.ts'
import { isLoopback } from './allowedIps.ts'
import type { ApiKey, Keyring } from './keyring.ts'

/** Who may call without a key: nobody, or the programs of this machine. */
export const accessModes = ['keys', 'loopback'] as const
export type AccessMode = (typeof accessModes)[number]

/** As whom a program of this machine calls that sends no key. */
export const loopbackKey: ApiKey = {
  id: 'loopback',
  name: 'loopback, without a key',
  scopes: ['admin:account'],
  tier: 'unlimited',
  allowedIps: ['127.0.0.0/8', '::1'],
  createdAt: new Date(0).toISOString(),
  lastUsedAt: null,
  revokedAt: null,
}

/** Finds who calls without a key; undefined where that is nobody. */
export type Keyless = (asked: Asked) => ApiKey | undefined

export function createKeyless(mode: AccessMode): Keyless {
  return mode === 'loopback' ? (asked) => (isLocalProgram(asked) ? loopbackKey : undefined) : () => undefined
}

/** The keyring, in which the id that stands in for a key is valid for as long as its mode is. */
export function withLoopback(keyring: Keyring, mode: AccessMode): Keyring {
  if (mode !== 'loopback') return keyring
  return {
    ...keyring,
    find: async (id, ip) => (id === loopbackKey.id ? (isLoopback(ip) ? loopbackKey : undefined) : keyring.find(id, ip)),
  }
}

// Somebody stands between: the caller is not the one whose address is seen.
const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Whether a request names this machine as its host; a page whose name was rebound to it names its own (DNS rebinding). */
export function isLoopbackHost(host: string | undefined): boolean {
  return loopbackHost.test(host ?? '')
}

/** Whether a page of the very address that is asked sends it. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && /^https?:\/\//.test(origin) && origin.replace(/^https?:\/\//, '') === host
}

/**
 * A program of this machine, and no page of a browser on it: pages send `Origin` with what changes something and with
 * WebSockets, and browsers say with all the rest whether another site asks (`Sec-Fetch-Site`).
 */
function isLocalProgram({ headers, socket }: Asked): boolean {
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
