import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { toIpMatcher, toPlainIp } from '../../access/allowedIps.ts'
import type { TrustedProxies } from '../../access/trustedProxies.ts'

/** The parts of a request that identify its sender. */
export type CallerRequest = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> }

/** Returns the caller's address. */
export type ClientIp = (request: CallerRequest) => string

/**
 * Creates a reader of the caller's address. Each proxy appends the address of its client to `X-Forwarded-For`. The list is
 * therefore read from its end, as far as proxies are trusted. Anything before that may be forged.
 */
export function createClientIp(proxies: TrustedProxies): ClientIp {
  const isListed = typeof proxies === 'number' ? undefined : toIpMatcher(proxies)
  const isProxy = (ip: string, hop: number) => (isListed ? isListed(ip) : hop < Number(proxies))
  if (proxies === 0) return ({ socket }) => toPlainIp(socket.remoteAddress ?? '')
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    let ip = socket.remoteAddress ?? ''
    for (let hop = 0; isProxy(ip, hop); hop += 1) {
      const next = forwarded.pop()?.trim()
      if (!next) break
      const address = withoutPort(next)
      // Never return the proxy's own address if the proxy hides its caller.
      if (isIP(address) === 0) return 'unknown'
      ip = address
    }
    return toPlainIp(ip)
  }
}

function withoutPort(text: string): string {
  const [, v6, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  return v6 ?? v4 ?? text
}
