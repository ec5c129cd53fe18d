import * as library from '@scure/starknet'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { prime } from '../felt.ts'
import { createPedersen } from './pedersen.ts'

const pedersen = createPedersen(library)

it('is the hash of the library', () => {
  const felt = fc.bigInt({ min: 0n, max: prime - 1n })
  const isSame = (one: bigint, other: bigint) => {
    expect(pedersen(one, other)).toBe(BigInt(library.pedersen(one, other)))
  }
  for (const edge of [0n, 1n, 15n, 16n, 2n ** 248n - 1n, 2n ** 248n, 2n ** 251n, prime - 1n])
    isSame(edge, prime - 1n - edge)
  fc.assert(fc.property(felt, felt, isSame), { numRuns: 200 })
})

it.each([prime, 2n ** 252n, -1n])('takes no %s', (value) => {
  expect(() => pedersen(value, 1n)).toThrow(RangeError)
  expect(() => pedersen(1n, value)).toThrow(RangeError)
})
