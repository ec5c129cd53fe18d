import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import type { TrustedProxies } from '../../access/trustedProxies.ts'
import { createClientIp } from './clientIp.ts'

it.each<[TrustedProxies, string, string | undefined, string]>([
  [0, '192.0.2.1', '127.0.0.1', '192.0.2.1'],
  [1, '192.0.2.1', '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  [1, '::ffff:192.0.2.1', '203.0.113.9:4711', '203.0.113.9'],
  [1, '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
  [1, '127.0.0.1', '::FFFF:9.9.9.9', '9.9.9.9'],
  [1, '127.0.0.1', '[::ffff:909:909]:4711', '9.9.9.9'],
  [1, '127.0.0.1', '0:0:0:0:0:ffff:909::', '9.9.0.0'],
  [1, '127.0.0.1', '2001:db8::ffff:909:909', '2001:db8::ffff:909:909'],
  [['::FFFF:a00:0/104'], '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  [1, '127.0.0.1', '127.0.0.1, unknown', 'unknown'],
  [1, '127.0.0.1', undefined, '127.0.0.1'],
  [2, '192.0.2.1', '127.0.0.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [2, '192.0.2.1', '203.0.113.9', '203.0.113.9'],
  [['10.0.0.0/8', '192.0.2.1'], '192.0.2.1', '127.0.0.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  [['10.0.0.0/8'], '192.0.2.1', '127.0.0.1', '192.0.2.1'],
])('behind %j, %s says "%s": %s', (proxies, remoteAddress, forwarded, ip) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }
  expect(createClientIp(proxies)(request as unknown as IncomingMessage)).toBe(ip)
})
