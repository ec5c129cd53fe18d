import { expect, it } from 'vitest'
import { matchTokens, toTarget } from './searchTargets.ts'

const hash = `0x${'aB'.repeat(32)}`
const address = `0x${'Cd'.repeat(20)}`

it.each([
  [hash, { kind: 'hash', hash: hash.toLowerCase() }],
  [` ${address} `, { kind: 'address', address: address.toLowerCase() }],
  ['23,000,000', { kind: 'block', number: 23_000_000 }],
  ['#17', { kind: 'block', number: 17 }],
  ['Vitalik.eth', { kind: 'ens', name: 'vitalik.eth' }],
  ['wstETH', { kind: 'text', text: 'wstETH' }],
  ['1234567890123456', { kind: 'text', text: '1234567890123456' }],
  [hash.slice(0, -1), { kind: 'text', text: hash.slice(0, -1) }],
  ['a b.eth', { kind: 'text', text: 'a b.eth' }],
])('%s', (text, target) => expect(toTarget(text)).toEqual(target))

it('suggests tokens by the beginning of a symbol or an address, unless one matches exactly', () => {
  const tokens = [
    { symbol: 'USDC', address: '0xA0b8' },
    { symbol: 'USDT', address: '0xdac1' },
    { symbol: 'USD', address: '0xa0ff' },
  ]
  const find = (text: string) => matchTokens(tokens, text).map(({ symbol }) => symbol)
  expect(find('usdc')).toEqual(['USDC'])
  expect(find('USD')).toEqual(['USD'])
  expect(find('us')).toEqual(['USDC', 'USDT', 'USD'])
  expect(find('0xa0')).toEqual(['USDC', 'USD'])
  expect(find('u')).toEqual([])
  expect(find('0x')).toEqual([])
})
