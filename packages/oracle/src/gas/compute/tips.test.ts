import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeeHistoryBlock } from '../gasSample.ts'
import { computeEntryTip, computeTips, computeWindowedTip } from './tips.ts'

const gwei = 1_000_000_000n
const past = (gasUsedRatio: number, ...rewards: bigint[]): FeeHistoryBlock => ({
  number: 0n,
  baseFeePerGas: gwei,
  gasUsedRatio,
  rewards,
})
/** A block in which every transaction has this tip. */
const calm = (tip: bigint) => past(0.5, tip, tip, tip, tip, tip, tip, tip)
const ethereum = { blockTimeMs: 12_000, minTip: 2n }
const tiers = ['slow', 'standard', 'fast', 'instant'] as const

describe('entry tip', () => {
  test('ignores empty blocks and blocks with only zero tips', () => {
    expect(computeEntryTip(past(0, 0n, 0n))).toBeNull()
    expect(computeEntryTip(past(0.4, 0n, 1n, 0n))).toBeNull()
  })
  test('is the lowest offer above zero-tip transactions', () => {
    expect(computeEntryTip(past(0.4, 0n, 0n, 7n, 9n))).toBe(7n)
  })
  test('ignores the lowest percentiles of a full block', () => {
    expect(computeEntryTip(past(1, 3n, 4n, 70n, 90n))).toBe(70n)
  })
})

describe('windowed tip', () => {
  test('ignores a single expensive block if the window is longer', () => {
    const entries = [5n, 5n, 5n, 900n, 5n, 5n, 5n, 5n]
    expect(computeWindowedTip(entries, 2, 1)).toBe(5n)
    expect(computeWindowedTip(entries, 1, 1)).toBe(900n)
  })
  test('rises for a burst as long as the window', () => {
    expect(computeWindowedTip([5n, 5n, 5n, 5n, 900n, 800n, 700n, 600n], 2, 0.99)).toBe(800n)
  })
  test('recent blocks weigh more', () => {
    const before = Array.from({ length: 30 }, () => 100n)
    const after = Array.from({ length: 30 }, () => 10n)
    expect(computeWindowedTip([...before, ...after], 1, 0.7)).toBe(10n)
    expect(computeWindowedTip([...after, ...before], 1, 0.3)).toBe(100n)
  })
  test('is null without entry tips', () => {
    expect(computeWindowedTip([], 2, 0.9)).toBeNull()
    expect(computeWindowedTip([null, null], 2, 0.9)).toBeNull()
  })
})

describe('tips', () => {
  test('a quiet chain gets its minimum in every tier', () => {
    expect(computeTips([], null, { ...ethereum, minTip: 77n })).toEqual({
      slow: 77n,
      standard: 77n,
      fast: 77n,
      instant: 77n,
    })
  })

  test('a steady market is not overpaid', () => {
    const { slow, instant } = computeTips(
      Array.from({ length: 60 }, () => calm(gwei)),
      null,
      ethereum,
    )
    expect([slow, instant]).toEqual([gwei, gwei])
  })

  test('are those of the targets that the tiers are quoted for', () => {
    const history = Array.from({ length: 60 }, (_, index) => calm(gwei + BigInt((index * 37) % 60)))
    const entries = history.map(computeEntryTip)
    const { slow, standard, fast, instant } = computeTips(history, null, ethereum)
    const expected = [300, 180, 60, 30].map((seconds) =>
      computeWindowedTip(entries, Math.floor((seconds * 1_000) / ethereum.blockTimeMs), 0.95),
    )
    expect([slow, standard, fast, instant]).toEqual(expected)
  })

  test('one outlier of 500 gwei changes nothing', () => {
    const history = Array.from({ length: 60 }, (_, index) => calm(index === 40 ? 500n * gwei : gwei))
    expect(computeTips(history, null, ethereum).instant).toBe(gwei)
  })

  test('instant outbids a full pending block, and only instant', () => {
    const history = Array.from({ length: 60 }, () => calm(gwei))
    const tips = Array.from({ length: 100 }, (_, index) => BigInt(index + 1) * gwei)
    expect(computeTips(history, { gasUsedRatio: 0.99, tips }, ethereum)).toMatchObject({
      fast: gwei,
      instant: 6n * gwei + 1n,
    })
    expect(computeTips(history, { gasUsedRatio: 0.5, tips }, ethereum).instant).toBe(gwei)
  })

  const anyBlock = fc.record({
    number: fc.constant(0n),
    baseFeePerGas: fc.constant(gwei),
    gasUsedRatio: fc.double({ min: 0, max: 1, noNaN: true }),
    rewards: fc
      .array(fc.bigInt(0n, 10n ** 12n), { minLength: 7, maxLength: 7 })
      .map((rewards) => rewards.sort((a, b) => (a < b ? -1 : 1))),
  })
  const anyPending = fc.option(
    fc.record({
      gasUsedRatio: fc.double({ min: 0, max: 1, noNaN: true }),
      tips: fc
        .array(fc.bigInt(0n, 10n ** 12n), { maxLength: 300 })
        .map((tips) => tips.sort((a, b) => (a < b ? -1 : 1))),
    }),
  )

  test('are monotone, never below the minimum, never above every offer', () => {
    fc.assert(
      fc.property(
        fc.array(anyBlock, { maxLength: 60 }),
        anyPending,
        fc.constantFrom(250, 1_000, 2_000, 12_000, 400_000),
        fc.bigInt(0n, 30n * gwei),
        (history, pending, blockTimeMs, minTip) => {
          const tips = computeTips(history, pending, { blockTimeMs, minTip })
          const ascending = tiers.map((tier) => tips[tier])
          expect(ascending).toEqual([...ascending].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
          expect(tips.slow).toBeGreaterThanOrEqual(minTip)
          const offers = [minTip, ...history.flatMap(({ rewards }) => rewards), ...(pending?.tips ?? [])]
          expect(offers.some((offer) => offer + 1n >= tips.instant)).toBe(true)
        },
      ),
    )
  })
})
