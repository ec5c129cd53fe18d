import { isLoopback } from '../../access/allowedIps.ts'
import type { TrustedProxies } from '../../access/trustedProxies.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import type { CallerRequest } from './clientIp.ts'
import { toCredential } from './credentials.ts'
import { isLoopbackHost } from './keyless.ts'
import type { FindKey } from './verifiedKeys.ts'

/** Resolves or returns if the requested host is allowed. @throws {UnknownHostError} */
export type HostCheck = (request: CallerRequest) => void | Promise<void>

export class UnknownHostError extends ServiceError {
  readonly code = 'INSUFFICIENT_PERMISSIONS'
  constructor(host: string) {
    super(
      `"${host.slice(0, 100)}" is not a name of this node. Use localhost or 127.0.0.1, or add the name to the setting hosts. Behind a proxy, set trustedProxies.`,
    )
  }
}

/**
 * Rejects requests from this machine that name another host. Any web page can point its own name to 127.0.0.1 (DNS rebinding) and
 * then read the answers of a local node. The attack needs a browser, and browsers always send `Host`.
 *
 * @param hosts additional names that lead to this node
 * @param findKey finds the key of a request, which such a page does not know
 */
export function createHostCheck(hosts: readonly string[], proxies: TrustedProxies, findKey: FindKey): HostCheck {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  const requireKey = async (request: CallerRequest, host: string) => {
    if ((await findKey(request)) === undefined) throw new UnknownHostError(host)
  }
  const isProxied = typeof proxies === 'number' ? proxies > 0 : proxies.length > 0
  return (request) => {
    const { host } = request.headers
    if (host === undefined || isProxied || isLoopbackHost(host) || !isLoopback(request.socket.remoteAddress ?? ''))
      return
    if (known.has(host.replace(/:\d+$/, '').toLowerCase())) return
    if (toCredential(request.headers) === undefined) throw new UnknownHostError(host)
    return requireKey(request, host)
  }
}
