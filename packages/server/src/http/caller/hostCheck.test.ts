import { expect, it } from 'vitest'
import type { ApiKey } from '../../access/keyring.ts'
import { createHostCheck, UnknownHostError } from './hostCheck.ts'
import type { FindKey } from './verifiedKeys.ts'

const from = (remoteAddress: string, host?: string) => ({ headers: { host }, socket: { remoteAddress } })

const findKey: FindKey = async ({ headers }) => (headers['x-api-key'] === 'or_1' ? ({ id: '1' } as ApiKey) : undefined)

it('refuses names that were bound to this machine, and no others', async () => {
  const check = createHostCheck(['node.lan'], 0, findKey)
  for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787', 'node.lan', 'NODE.lan:8787', undefined])
    expect(() => check(from('127.0.0.1', host))).not.toThrow()
  for (const host of ['evil.example', 'evil.example:8787', '127.0.0.1.evil.example', 'localhost.evil.example', ''])
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(() => check(from(address, host)), host).toThrow(UnknownHostError)
  const { socket } = from('127.0.0.1')
  const withKey = (key: string) => check({ headers: { host: 'evil.example', 'x-api-key': key }, socket })
  await expect(withKey('or_1')).resolves.toBeUndefined()
  // Any page can invent a key.
  await expect(withKey('x')).rejects.toThrow(UnknownHostError)
  expect(() => check(from('192.0.2.1', 'node.example'))).not.toThrow()
})

it('leaves the name to a proxy where there is one', () => {
  for (const proxies of [1, ['127.0.0.1']])
    expect(() => createHostCheck([], proxies, findKey)(from('127.0.0.1', 'node.example'))).not.toThrow()
})
