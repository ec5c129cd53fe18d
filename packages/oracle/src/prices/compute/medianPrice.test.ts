import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeMedianPrice, type NamedSample } from './medianPrice.ts'

const nowMs = 1_000_000_000
const options = { nowMs, tolerance: 0.02, minLiquidityUsd: 10_000 }
const sample = (name: string, priceUsd: number, more: Partial<NamedSample> = {}): NamedSample => ({
  name,
  kind: 'aggregator',
  priceUsd,
  timestampMs: nowMs,
  maxAgeMs: 60_000,
  ...more,
})
const judge = (...samples: readonly NamedSample[]) => computeMedianPrice(samples, options)
const rejections = (verdict: ReturnType<typeof judge>) =>
  Object.fromEntries(verdict.judged.map((one) => [one.sample.name, one.rejection]))

describe('the median of the sources', () => {
  it('excludes a wrong source and names it', () => {
    const verdict = judge(sample('a', 3000), sample('b', 3001), sample('c', 2999), sample('liar', 3300))
    expect(verdict).toMatchObject({ kind: 'price', priceUsd: 3000 })
    expect(rejections(verdict)).toEqual({ a: null, b: null, c: null, liar: 'outlier' })
  })

  it('accepts a single source', () => {
    expect(judge(sample('a', 3000))).toMatchObject({ kind: 'price', priceUsd: 3000, spread: 0 })
  })

  it('has no price if no majority agrees', () => {
    expect(judge(sample('a', 3000), sample('b', 3300)).kind).toBe('disagreement')
    expect(judge(sample('a', 3000), sample('b', 3000), sample('c', 3300), sample('d', 3300)).kind).toBe('disagreement')
    expect(judge(sample('a', 3000), sample('b', 3300), sample('c', 3600)).kind).toBe('disagreement')
  })

  it('lets stale sources decide if fresh ones contradict each other, without using them', () => {
    const stale = sample('stale', 3010, { timestampMs: nowMs - 120_000 })
    const verdict = judge(sample('honest', 3000), sample('liar', 3300), stale)
    expect(verdict).toMatchObject({ kind: 'price', priceUsd: 3000 })
    expect(rejections(verdict)).toEqual({ honest: null, liar: 'outlier', stale: 'stale' })
    const ancient = sample('stale', 3010, { timestampMs: nowMs - 6_000_000 })
    expect(judge(sample('honest', 3000), sample('liar', 3300), ancient).kind).toBe('disagreement')
  })

  it('never uses a time-weighted mean as a price', () => {
    const twap = sample('twap', 2970, { isWitness: true })
    expect(judge(twap).kind).toBe('none')
    expect(judge(sample('a', 3000), sample('b', 3300), twap)).toMatchObject({ kind: 'price', priceUsd: 3000 })
  })

  it.each([
    ['stale', { timestampMs: nowMs - 60_001 }],
    ['thin', { liquidityUsd: 9_999 }],
    ['implausible', { priceUsd: 0 }],
    ['implausible', { priceUsd: Number.NaN }],
    ['implausible', { priceUsd: -1 }],
    ['implausible', { timestampMs: nowMs + 600_000 }],
  ] as const)('refuses what is %s', (rejection, more) => {
    expect(rejections(judge(sample('a', 3000, more)))).toEqual({ a: rejection })
    expect(judge(sample('a', 3000, more)).kind).toBe('none')
  })

  it('allows a feed its deviation', () => {
    const others = [sample('a', 3000), sample('b', 3000)]
    const of = (deviation: number) => rejections(judge(...others, sample('feed', 3075, { deviation })))['feed']
    expect([of(0), of(0.01)]).toEqual(['outlier', null])
  })

  it('stays with the honest majority, whatever the others report', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 5 }),
        fc.array(fc.double({ min: -0.0005, max: 0.0005, noNaN: true }), { minLength: 6, maxLength: 6 }),
        (honest, lies, noise) => {
          const liars = lies.slice(0, honest - 1).map((price, index) => sample(`liar${index}`, price))
          const truths = noise.slice(0, honest).map((off, index) => sample(`honest${index}`, 3000 * (1 + off)))
          const verdict = judge(...liars, ...truths)
          expect(verdict.kind).toBe('price')
          // A wrong price within the tolerance may shift the median, but not further than the tolerance.
          if (verdict.kind === 'price') expect(Math.abs(verdict.priceUsd / 3000 - 1)).toBeLessThan(0.0215)
        },
      ),
    )
  })
})
