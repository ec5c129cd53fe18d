import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { computeFillerGas, planBaseFee, splitFillerGas } from './demand.ts'

const block = { baseFeePerGas: 10_000_000_000n, gasLimit: 60_000_000n }
/** EIP-1559. */
const nextFee = (gasUsed: number): number => 1e10 * (1 + (gasUsed - 30e6) / 30e6 / 8)

test('filler gas leads to the wanted base fee, within the block limit', () => {
  for (const wanted of [9.2e9, 1e10, 1.05e10]) {
    expect(nextFee(computeFillerGas(block, 2_000_000n, wanted) + 2e6)).toBeCloseTo(wanted, 0)
  }
  expect(computeFillerGas(block, 2_000_000n, 1e9)).toBe(0)
  expect(computeFillerGas(block, 2_000_000n, 9e10) + 2e6).toBe(54e6)
})

test('parts add up and differ', () => {
  const parts = splitFillerGas(30e6, createRandom(1).next)
  const sum = parts.reduce((total, part) => total + Number(part), 0)
  expect(30e6 - sum).toBeLessThan(500_000 + parts.length)
  expect(new Set(parts).size).toBe(parts.length)
})

test('wanted base fees stay around one and depend on the seed', () => {
  const take = (seed: number) => {
    const plan = planBaseFee(seed)
    return Array.from({ length: 5000 }, () => plan.next().value)
  }
  const factors = take(3)
  expect(take(3)).toEqual(factors)
  expect(Math.min(...factors)).toBeGreaterThan(0.2)
  expect(Math.max(...factors)).toBeLessThan(5)
})
