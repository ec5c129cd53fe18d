import { BlockList, isIP } from 'node:net'
import { InvalidAlertError } from '../alertErrors.ts'

/** Special IPv4 ranges that are not public (RFC 6890 and its registry). */
const specialV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** Range of global unicast IPv6 addresses. Only these are public, except for ranges for mapping and documentation. */
const globalV6 = '2000::/3'
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16']

/** Loopback ranges. */
export const loopbackNetworks = ['127.0.0.0/8', '::1/128'] as const

/**
 * Creates a rule that allows public addresses and the given networks.
 *
 * @throws {InvalidAlertError} a network is not a CIDR range
 */
export function createNetworkRule(networks: readonly string[]): (address: string) => boolean {
  const allowed = toBlockList(networks)
  const special = toBlockList([...specialV4, ...specialV6])
  const global = toBlockList([globalV6])
  return (address) => {
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(address, family)) return true
    return !special.check(address, family) && (version === 4 || global.check(address, family))
  }
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    const version = isIP(address)
    if (version === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128))
      throw new InvalidAlertError('networks', `"${network}" is not a CIDR range. Write one as 10.0.0.0/8.`)
    list.addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
