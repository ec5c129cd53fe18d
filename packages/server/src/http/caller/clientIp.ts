import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { toIpMatcher, toPlainIp } from '../../access/allowedIps.ts'

/** How many proxies stand in front of the node, or their addresses and CIDR ranges. */
export type TrustedProxies = number | readonly string[]

/** What tells who asks. */
export type Asked = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<Socket, 'remoteAddress'> }

/** The caller's address. */
export type ClientIp = (asked: Asked) => string

/**
 * Reads the caller's address. Each proxy appends the address it was asked from to `X-Forwarded-For`, so the list is read
 * from its end and only as far as proxies are trusted: what stands before that is whatever the caller wrote.
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
      // A proxy that hides or garbles its caller must not lend it its own address.
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
