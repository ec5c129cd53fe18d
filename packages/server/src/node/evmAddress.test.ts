import { expect, it } from 'vitest'
import { toEvmAddress } from './evmAddress.ts'

// From EIP-55.
const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const digits = checksummed.slice(2)

it.each([checksummed, checksummed.toLowerCase(), `0x${digits.toUpperCase()}`])('takes %s', (text) => {
  expect(toEvmAddress(text)).toBe(checksummed.toLowerCase())
})

it.each([
  '',
  '0x',
  'vitalik.eth',
  digits,
  `${checksummed}0`,
  checksummed.slice(0, -1),
  `0x${'g'.repeat(40)}`,
  // One letter has the wrong case.
  checksummed.replace('0x5a', '0x5A'),
  'x'.repeat(10_000),
])('refuses %s', (text) => {
  let caught: unknown
  try {
    toEvmAddress(text)
  } catch (error) {
    caught = error
  }
  expect(caught).toMatchObject({ code: 'INVALID_ADDRESS' })
  expect(String(caught).length).toBeLessThan(250)
})
