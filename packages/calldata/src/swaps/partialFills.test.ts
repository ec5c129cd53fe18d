import { expect, it } from 'vitest'
import { alice, bob, decode, encode, token as given, collection as wanted } from '../fixtures/encode.ts'

const heads = '(address a,address b,address c,address d,uint256 e,uint256 f'
const described = (flags: bigint, more: object = {}) => ({
  a: given,
  b: wanted,
  c: bob,
  d: alice,
  e: 500n,
  f: 1000n,
  g: flags,
  ...more,
})
const kyber = (flags: bigint) => ({
  a: given,
  b: wanted,
  c: [],
  d: [],
  e: [],
  f: [],
  g: alice,
  h: 500n,
  i: 1000n,
  j: flags,
  k: '0x',
})
const swaps: readonly [name: string, to: string, toInput: (flags: bigint) => `0x${string}`][] = [
  [
    '1inch v6',
    '0x111111125421ca6dc452d289314280a0f8842a65',
    (flags) => encode(`swap(address,${heads},uint256 g) o,bytes)`, bob, described(flags), '0x'),
  ],
  [
    '1inch v4',
    '0x1111111254fb6c44bac0bed2854e76f90643097d',
    (flags) => encode(`swap(address,${heads},uint256 g,bytes h) o,bytes)`, bob, described(flags, { h: '0x' }), '0x'),
  ],
  [
    'OpenOcean',
    '0x6352a56caadc4f1e25cd6c75970fa768a3304e64',
    (flags) =>
      encode(
        `swap(address,${heads},uint256 g,uint256 h,address i,bytes j) o,(uint256 k,uint256 l,uint256 m,bytes n)[] p)`,
        bob,
        described(0n, { h: flags, i: bob, j: '0x' }),
        [],
      ),
  ],
  [
    'KyberSwap',
    '0x6131b5fae19ea4f9d964eac0408e4408b66337b5',
    (flags) =>
      encode(
        'swapSimpleMode(address,(address a,address b,address[] c,uint256[] d,address[] e,uint256[] f,address g,uint256 h,uint256 i,uint256 j,bytes k) o,bytes,bytes)',
        bob,
        kyber(flags),
        '0x',
        '0x',
      ),
  ],
]

it.each(swaps)('%s: a swap that may leave input unspent has no least output', (_, to, toInput) => {
  const swap = { kind: 'swap', tokenIn: given, tokenOut: wanted, amountIn: 500n, recipient: alice }
  expect(decode(to, toInput(0n))).toMatchObject([{ ...swap, amountOut: 1000n }])
  expect(decode(to, toInput(4n))).toMatchObject([{ ...swap, amountOut: 1000n }])
  expect(decode(to, toInput(1n))).toMatchObject([{ ...swap, amountOut: null }])
})
