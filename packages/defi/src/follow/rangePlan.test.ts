import { expect, it } from 'vitest'
import { createRangePlan } from './rangePlan.ts'

const whole = { from: 0n, to: 99_999n }
const unlimited = [null]
const light = { logs: 1, tookMs: 1 }
const sizeOf = (range: { from: bigint; to: bigint } | undefined) => range && Number(range.to - range.from + 1n)

it('skips searched blocks and covers the rest', () => {
  const plan = createRangePlan({ whole: { from: 0n, to: 9n }, searched: [{ from: 2n, to: 3n }], maxRange: 4n })
  expect(plan.progress).toBeCloseTo(0.2)
  const ranges = []
  for (let range = plan.take(unlimited); range !== undefined; range = plan.take(unlimited)) {
    ranges.push(range)
    plan.succeeded(range, light)
  }
  expect(ranges).toEqual([
    { from: 0n, to: 1n },
    { from: 4n, to: 7n },
    { from: 8n, to: 9n },
  ])
  expect(plan.progress).toBe(1)
})

it('grows while answers are light, up to the limit', () => {
  const plan = createRangePlan({ whole, searched: [], maxRange: 5_000n })
  const sizes = [light, light, light].map((answer) => {
    const range = plan.take(unlimited)
    if (range !== undefined) plan.succeeded(range, answer)
    return sizeOf(range)
  })
  expect(sizes).toEqual([2_000, 4_000, 5_000])
  for (const heavy of [
    { logs: 9_000, tookMs: 1 },
    { logs: 1, tookMs: 9_000 },
  ]) {
    const other = createRangePlan({ whole, searched: [], maxRange: 5_000n })
    const first = other.take(unlimited)
    if (first !== undefined) other.succeeded(first, heavy)
    expect(sizeOf(other.take(unlimited))).toBe(2_000)
  }
})

it('halves a refused range, and grows slowly afterwards', () => {
  const plan = createRangePlan({ whole, searched: [], maxRange: 50_000n })
  const refused = plan.take(unlimited)
  if (refused === undefined) throw new RangeError('nothing to take')
  plan.failed(refused, true)
  const sizes = Array.from({ length: 6 }, () => {
    const range = plan.take(unlimited)
    if (range !== undefined) plan.succeeded(range, light)
    return sizeOf(range)
  })
  // The rest of the refused range becomes a range of its own.
  expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000, 2_000, 2_000])
})

it('requests at most sixteen times the range limit of a provider', () => {
  const plan = createRangePlan({ whole, searched: [], maxRange: 50_000n })
  expect(sizeOf(plan.take([10n, 100n]))).toBe(1_600)
  expect(sizeOf(plan.take([10n, null]))).toBe(2_000)
})
