import { createUniform } from '@outrigger/devnet/random'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeeObservation } from './feeObservation.ts'
import { createFeeMarket } from './fixtures/feeMarket.ts'
import { computeInclusionTip } from './inclusion.ts'
import { createTierModelState, learnedConfidences, stepTierModel, type TierModelState } from './tierModel.ts'

const horizons = [1, 2, 5]
const gwei = 1_000_000_000n
const block = (number: number, tip: bigint, fields: Partial<FeeObservation> = {}): FeeObservation => ({
  number: BigInt(number),
  baseFeePerGas: gwei,
  gasUsedRatio: 0.5,
  tips: [0n, tip, 2n * tip, 3n * tip],
  ...fields,
})
const learn = (blocks: readonly FeeObservation[], state = createTierModelState(horizons)) =>
  blocks.reduce(stepTierModel, state)
const market = (seed: number, count: number) => {
  const next = createFeeMarket(seed)
  return Array.from({ length: count }, () => next().fees)
}
const tipOf = (state: TierModelState, blocks: number, confidence: number) =>
  computeInclusionTip(state, blocks, confidence)?.maxPriorityFeePerGas

function freeze<value>(value: value): value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}

describe('a step', () => {
  test('does not modify its input', () => {
    const blocks = market(3, 80)
    const state = blocks.reduce((before, fees) => stepTierModel(freeze(before), fees), createTierModelState(horizons))
    expect(state).toEqual(learn(blocks))
    expect(tipOf(state, 1, 0.95)).toBeGreaterThan(0n)
  })
  test('ignores an older block', () => {
    const state = learn(market(3, 50))
    expect(stepTierModel(state, block(7, gwei))).toBe(state)
  })
  test('takes a new mempool view from the same block, and learns the block once', () => {
    const blocks = market(3, 400)
    const last = blocks.at(-1) as FeeObservation
    const before = learn(blocks)
    const after = stepTierModel(before, { ...last, pool: { gasRatio: 3, entryTip: 50n * gwei } })
    expect(after.decisions.length).toBe(before.decisions.length)
    expect(after.horizons).toBe(before.horizons)
    expect(after.decisions.at(-1)?.regime?.name).toBe('pool-8')
  })
  test('learns no window that spans a gap', () => {
    const state = learn(Array.from({ length: 60 }, (_, index) => block(index, gwei)))
    const samples = (of: TierModelState) => of.horizons.map(({ needs }) => Object.values(needs)[0]?.order.length)
    const resumed = learn([block(100, 99n * gwei), block(101, 99n * gwei)], state)
    expect(samples(resumed)).toEqual([60, 58, 55])
  })
  test('has a bounded size', () => {
    const [short, long] = [700, 1400].map((count) => JSON.stringify(learn(market(3, count)), toText).length)
    expect(long).toBeLessThan(1.9 * (short as number))
  })
})

describe('tips', () => {
  test('are not raised twice by a lasting thousandfold rise', () => {
    const random = createUniform(3)
    const toOffers = (number: number) =>
      number < 64
        ? [600_000n]
        : Array.from({ length: Math.floor(random() * 3) }, () => BigInt(Math.round(10 ** (8.5 + random()))))
    let state = createTierModelState([1, 15, 64])
    for (let number = 0; number < 600; number++) {
      const tips = toOffers(number).sort((a, b) => (a < b ? -1 : 1))
      state = stepTierModel(state, block(number, 0n, { gasUsedRatio: tips.length / 50, tips }))
      for (const windows of [1, 15, 64])
        expect(tipOf(state, windows, 0.95) ?? 0n, `${windows} blocks at block ${number}`).toBeLessThanOrEqual(7n * gwei)
    }
    expect(tipOf(state, 15, 0.95)).toBeGreaterThan(gwei / 2n)
  })
  test('are empty before 32 windows', () => {
    const blocks = Array.from({ length: 40 }, (_, index) => block(index, gwei))
    expect(tipOf(learn(blocks.slice(0, 20)), 1, 0.95)).toBeUndefined()
    expect(tipOf(learn(blocks), 1, 0.95)).toBe(gwei)
  })
  test('ignore blocks without an offer', () => {
    const empty = Array.from({ length: 200 }, (_, index) => block(index, 0n, { gasUsedRatio: 0, tips: [0n] }))
    expect(tipOf(learn(empty), 1, 0.95)).toBeUndefined()
  })
  test('do not overpay a steady market', () => {
    const state = learn(Array.from({ length: 300 }, (_, index) => block(index, gwei)))
    expect(tipOf(state, 1, 0.95)).toBe(gwei)
    expect(tipOf(state, 5, 0.95)).toBe(gwei)
  })
  test('follow a market that becomes 100 times as expensive', () => {
    const state = learn(Array.from({ length: 800 }, (_, index) => block(index, index < 300 ? gwei : 100n * gwei)))
    expect(tipOf(state, 1, 0.95)).toBeGreaterThan(95n * gwei)
    expect(tipOf(state, 1, 0.95)).toBeLessThan(110n * gwei)
  })
  test('stay within the seen offers despite an outlier of 500 000 gwei', () => {
    const blocks = Array.from({ length: 400 }, (_, index) => block(index, index === 350 ? 500_000n * gwei : gwei))
    expect(tipOf(learn(blocks), 1, 0.95)).toBeLessThan(2n * gwei)
  })
  test('ascend with the confidence and descend with the window', () => {
    const anyBlock = fc.record({
      tips: fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 7, maxLength: 7 }).map((tips) => tips.sort(ascending)),
      gasUsedRatio: fc.double({ min: 0, max: 1, noNaN: true }),
      baseFeePerGas: fc.bigInt(0n, 10n ** 12n),
      pool: fc.option(
        fc.record({
          gasRatio: fc.double({ min: 0, max: 5, noNaN: true }),
          entryTip: fc.option(fc.bigInt(0n, 10n ** 12n)),
        }),
      ),
    })
    fc.assert(
      fc.property(fc.array(anyBlock, { minLength: 40, maxLength: 120 }), (blocks) => {
        const state = learn(blocks.map((fields, index) => ({ ...fields, number: BigInt(index) })))
        const confidences = [...learnedConfidences, 0.77, 0.93, 0.9875].sort((a, b) => a - b)
        const rows = horizons.map((length) => confidences.map((one) => tipOf(state, length, one) ?? 0n))
        for (const row of rows) expect(row).toEqual([...row].sort(ascending))
        for (const [i] of confidences.entries()) {
          const hasty = rows.map((row) => row[i] as bigint)
          expect(hasty).toEqual([...hasty].sort((a, b) => ascending(b, a)))
        }
      }),
      { numRuns: 60 },
    )
  })
})

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function toText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
