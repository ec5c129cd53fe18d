import { BlockList, isIP, SocketAddress } from 'node:net'
import { OutriggerError } from '@outrigger/core'

export class InvalidAllowedIpError extends OutriggerError {
  readonly code = 'INVALID_ALLOWED_IP'
  constructor(entry: string) {
    super(`"${entry}" is not an IP address or a CIDR range. Write it as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.`)
  }
}

/**
 * Returns a matcher for a list of addresses and CIDR ranges.
 * @throws {InvalidAllowedIpError}
 */
export function toIpMatcher(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix, ...rest] = entry.split('/')
    const family = familyOf(address)
    const bits = family === 'ipv6' ? 128 : 32
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (family === undefined || rest.length > 0 || !(length <= bits)) throw new InvalidAllowedIpError(entry)
    list.addSubnet(address, length, family)
  }
  return (ip) => {
    const plain = toPlainIp(ip)
    const family = familyOf(plain)
    return family !== undefined && list.check(plain, family)
  }
}

/** The prefix that dual-stack sockets put before an IPv4 address. */
const mapped = '::ffff:'
/** Matches the forms that proxies may send: `::FFFF:192.0.2.1`, `0:0:0:0:0:ffff:c000:201`. */
const maybeMapped = /^[0:]+:ffff:/i

/** Converts IPv4 written as IPv6 (`::ffff:127.0.0.1`) to plain IPv4. */
export function toPlainIp(ip: string): string {
  if (!maybeMapped.test(ip)) return ip
  if (ip.startsWith(mapped) && isIP(ip.slice(mapped.length)) === 4) return ip.slice(mapped.length)
  if (isIP(ip) !== 6) return ip
  const { address } = new SocketAddress({ address: ip, family: 'ipv6' })
  return address.startsWith(mapped) ? address.slice(mapped.length) : ip
}

/** Returns the network of one subscriber: an IPv4 address, or the /64 of an IPv6 address (RFC 6177). Other text is unchanged. */
export function toNetwork(ip: string): string {
  const plain = toPlainIp(ip)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.replace(/%.*/, '').split('::')
  const before = head.split(':')
  const after = tail ? tail.split(':') : []
  const left = 8 - before.length - after.length - Number(plain.includes('.'))
  const groups = tail === undefined ? before : [...before, ...Array<string>(left).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}

export function isLoopback(ip: string): boolean {
  const plain = toPlainIp(ip)
  return plain === '::1' || plain.startsWith('127.')
}

function familyOf(ip: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(ip)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}
