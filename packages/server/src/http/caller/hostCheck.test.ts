import { expect, it } from 'vitest'
import { createHostCheck, UnknownHostError } from './hostCheck.ts'

const from = (remoteAddress: string, host?: string) => ({ headers: { host }, socket: { remoteAddress } })

it('refuses names that were bound to this machine, and no others', () => {
  const check = createHostCheck(['node.lan'], 0)
  for (const host of ['localhost:8787', '127.0.0.1', '[::1]:8787', 'node.lan', 'NODE.lan:8787', undefined])
    expect(() => check(from('127.0.0.1', host))).not.toThrow()
  for (const host of ['evil.example', 'evil.example:8787', '127.0.0.1.evil.example', 'localhost.evil.example', ''])
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(() => check(from(address, host)), host).toThrow(UnknownHostError)
  const { socket } = from('127.0.0.1')
  expect(() => check({ headers: { host: 'evil.example', 'x-api-key': 'or_1' }, socket })).not.toThrow()
  expect(() => check(from('192.0.2.1', 'node.example'))).not.toThrow()
})

it('leaves the name to a proxy where there is one', () => {
  for (const proxies of [1, ['127.0.0.1']])
    expect(() => createHostCheck([], proxies)(from('127.0.0.1', 'node.example'))).not.toThrow()
})
