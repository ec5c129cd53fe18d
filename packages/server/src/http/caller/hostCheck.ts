import { isLoopback } from '../../access/allowedIps.ts'
import type { TrustedProxies } from '../../access/trustedProxies.ts'
import { ServiceError } from '../../node/serviceError.ts'
import type { CallerRequest } from './clientIp.ts'
import { toCredential } from './credentials.ts'
import { isLoopbackHost } from './keyless.ts'

export class UnknownHostError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor(host: string) {
    super(
      `"${host.slice(0, 100)}" is no name of this node. Ask it as localhost or 127.0.0.1, or list the name in the setting hosts; behind a proxy set trustProxy.`,
    )
  }
}

/**
 * Refuses requests of this machine that name another host: any page can let its own name lead to 127.0.0.1, and would
 * then read what a local node answers. Only browsers are made to do so, and they always send `Host`.
 *
 * @param hosts names that lead here besides those of the machine itself
 */
export function createHostCheck(hosts: readonly string[], proxies: TrustedProxies) {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  const isProxied = typeof proxies === 'number' ? proxies > 0 : proxies.length > 0
  /** @throws {UnknownHostError} */
  return ({ headers, socket }: CallerRequest): void => {
    const { host } = headers
    if (host === undefined || isProxied || isLoopbackHost(host) || !isLoopback(socket.remoteAddress ?? '')) return
    // A page does not know a key.
    if (toCredential(headers) !== undefined) return
    if (!known.has(host.replace(/:\d+$/, '').toLowerCase())) throw new UnknownHostError(host)
  }
}
