import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { emptyPair } from '../fixtures/pairTrials.ts'
import { computePairOutput } from './math.ts'
import { pairKind } from './pairKind.ts'

const pool = { ...emptyPair, reserve0: 1_000_000n, reserve1: 2_000_000n }
const [a, b] = pool.tokens as readonly [Hex, Hex]

test('a swap adds its input to the reserves and removes its output', () => {
  // 1_000 * 0.997 * 2_000_000 / (1_000_000 + 997)
  const swapped = pairKind.swap(pool, a, b, 1_000n)
  expect(swapped?.amountOut).toBe(1_992n)
  expect(swapped?.next).toEqual({ ...pool, reserve0: 1_001_000n, reserve1: 1_998_008n })
  expect(pairKind.quote(pool, a, b, 1_000n)).toBe(1_992n)
  expect(pairKind.swap(pool, b, a, 1_000n)?.next).toEqual({ ...pool, reserve0: 999_502n, reserve1: 2_001_000n })
})

test('a fork charges its own fee', () => {
  expect(pairKind.quote({ ...pool, fee: 2_500 }, a, b, 1_000n)).toBe(
    computePairOutput({ ...pool, fee: 2_500 }, true, 1_000n),
  )
  expect(pairKind.quote({ ...pool, fee: 2_500 }, a, b, 1_000n)).toBe(1_993n)
})

test('a swap that the pair rejects has no quote', () => {
  for (const amount of [0n, -5n, 2n ** 112n - 1_000_000n]) expect(pairKind.quote(pool, a, b, amount)).toBeNull()
  // One unit of the cheaper token buys zero units of the other.
  expect(pairKind.swap(pool, b, a, 1n)).toBeNull()
  expect(pairKind.quote({ ...pool, reserve0: 0n }, a, b, 1_000n)).toBeNull()
  expect(pairKind.quote(pool, a, a, 1_000n)).toBeNull()
  expect(pairKind.toRate(pool, a, a)).toBe(0)
})

test('the rate equals that of a small swap, after the fee', () => {
  expect(pairKind.toRate(pool, a, b)).toBeCloseTo(2 * 0.997, 12)
  expect(pairKind.toRate(pool, b, a)).toBeCloseTo(0.5 * 0.997, 12)
})

test('its last Sync sets the reserves, and logs of another pair change nothing', () => {
  const data = encodeAbiParameters(parseAbiParameters('uint112, uint112'), [7n, 9n])
  const log = { address: pool.address, topics: pairKind.topics, data }
  expect(pairKind.applyLog(pool, log)).toEqual({ ...pool, reserve0: 7n, reserve1: 9n })
  expect(pairKind.applyLog(pool, { ...log, address: '0x01' })).toBe(pool)
  expect(pairKind.applyLog(pool, { ...log, data: '0x00' })).toBe('unknown')
})
