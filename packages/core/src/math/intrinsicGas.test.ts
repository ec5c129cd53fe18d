import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { computeCalldataFloor, computeIntrinsicGas, type GasBearing } from './intrinsicGas.ts'

const to = `0x${'ab'.repeat(20)}` as const
const key = `0x${'01'.repeat(32)}` as const
const bytes = (count: number, byte = 'ff'): Hex => `0x${byte.repeat(count)}`

it.each<[string, GasBearing, bigint]>([
  ['a transfer', { to }, 21_000n],
  ['calldata', { to, data: '0x00ff00ff' }, 21_040n],
  ['bytes that hold a zero digit', { to, data: '0x0ff000' }, 21_036n],
  ['a contract without code', {}, 53_000n],
  ['a contract of 33 bytes', { to: null, data: bytes(33) }, 53_000n + 33n * 16n + 4n],
  ['the largest init code', { data: bytes(49_152, '00') }, 53_000n + 49_152n * 4n + 3072n],
  ['an access list', { to, accessList: [{ storageKeys: [key, key] }, { storageKeys: [] }] }, 29_600n],
  ['authorizations', { to, authorizationList: [{}, {}] }, 71_000n],
  ['all of them', { to, data: '0xff', accessList: [{ storageKeys: [key] }], authorizationList: [{}] }, 50_316n],
])('counts %s', (_, transaction, gas) => {
  expect(computeIntrinsicGas(transaction)).toBe(gas)
})

it('has a floor for calldata that code does not use up', () => {
  expect(computeCalldataFloor('0x')).toBe(21_000n)
  expect(computeCalldataFloor('0x00ff')).toBe(21_050n)
  expect(computeCalldataFloor(bytes(2000))).toBe(101_000n)
})
