import { expect, it } from 'vitest'
import { toCalibrationLines } from './backtest.ts'
import { judgeForecasts } from './forecasts.ts'
import { listDays, projectMonth } from './projection.ts'
import { type ProviderEvent, toQuantile, toSpans } from './providers.ts'
import { type Opportunity, toSeen } from './seenOpportunities.ts'
import { computeHealthAt, findStep, listNearest, type StressedPosition } from './stressTest.ts'

it('moves ether on both sides of a position, and nothing else', () => {
  const long = { weighted_collateral: { ether: 160, other: 0 }, debt: { ether: 0, other: 100 } }
  expect([0, -0.5].map((change) => computeHealthAt(long, change))).toEqual([1.6, 0.8])
  const short = { weighted_collateral: { ether: 0, other: 160 }, debt: { ether: 100, other: 0 } }
  expect(computeHealthAt(short, 0.6)).toBeCloseTo(1, 12)
  const both = { weighted_collateral: { ether: 160, other: 0 }, debt: { ether: 100, other: 0 } }
  expect(computeHealthAt(both, -0.3)).toBeCloseTo(1.6, 12)
})

it('lists the positions above 1 by their health factor', () => {
  const of = (health_factor: number) => ({ health_factor }) as StressedPosition
  expect(listNearest([1.4, 0.9, 1, 1.2].map(of), 2)).toEqual([of(1), of(1.2)])
})

it('finds the step of a change in spite of rounding', () => {
  const steps = [-0.11, -0.1, -0.09].map((change) => ({ change, positions: 0, collateral_usd: 0, debt_usd: 0 }))
  expect(findStep(steps, -10 / 100 + 1e-12)).toBe(steps[1])
  expect(findStep(steps, 0.5)).toBeUndefined()
})

it('judges forecasts of blocks in a row only', () => {
  const at = (block: number, baseFee: number, nextBaseFee: number) => ({
    block,
    atMs: block,
    baseFee,
    nextBaseFee,
    caps: [nextBaseFee, 9],
  })
  const { outcomes, covered, meanError } = judgeForecasts([at(1, 1, 2), at(2, 2, 2), at(3, 4, 5), at(5, 6, 6)])
  expect(outcomes).toEqual([
    { block: 2, atMs: 2, baseFee: 2, error: 0, caps: [2, 9] },
    { block: 3, atMs: 3, baseFee: 4, error: -0.5, caps: [2, 9] },
  ])
  expect(covered).toEqual([0.5, 1])
  expect(meanError).toBe(0.25)
})

it('reckons months, days and quantiles', () => {
  expect(projectMonth(100, Date.UTC(2026, 3, 16))).toBe(200)
  expect(listDays(Date.UTC(2026, 2, 1, 23), 2)).toEqual(['2026-02-28', '2026-03-01'])
  expect(toQuantile([1, 2.5], [10, 0, 0], 0.5)).toBe(0.5)
  expect(toQuantile([1, 2.5], [0, 0, 4], 0.5)).toBe(2.5)
  expect(toQuantile([1, 2.5], [0, 0, 0], 0.5)).toBeNull()
})

it('draws a line for each window, with gaps where nothing was judged', () => {
  const row = (blocks: number, stated: number, realized: number, samples = 10) => ({
    blocks,
    stated,
    realized,
    samples,
    cap_short: 0,
    expected: { low: 0, high: 1 },
  })
  const rows = [row(5, 0.9, 0.95), row(5, 0.7, 0.75), row(1, 0.7, 0.5), row(1, 0.9, 0, 0)]
  expect(toCalibrationLines(rows)).toEqual({
    stated: [70, 90],
    lines: [
      { label: 'within 1 block', values: [50, null] },
      { label: 'within 5 blocks', values: [75, 95] },
    ],
  })
})

type Status = NonNullable<ProviderEvent['to']>

it('divides a time into the states of an endpoint', () => {
  const change = (second: number, endpoint: string, from: Status, to: Status): ProviderEvent => ({
    timestamp: new Date(second * 1000).toISOString(),
    chain: 'base',
    kind: 'status',
    endpoint,
    from,
    to,
    reason: null,
  })
  const events = [
    change(10, 'primary', 'unknown', 'healthy'),
    change(20, 'primary', 'healthy', 'unavailable'),
    change(25, 'backup', 'unknown', 'healthy'),
    change(40, 'primary', 'unavailable', 'healthy'),
  ]
  const of = (endpoint: string, fromMs: number) =>
    toSpans(events, { chain: 'base', endpoint, present: 'healthy', fromMs, toMs: 50_000 })
  expect(of('primary', 15_000)).toEqual([
    { fromMs: 15_000, toMs: 20_000, status: 'healthy' },
    { fromMs: 20_000, toMs: 40_000, status: 'unavailable' },
    { fromMs: 40_000, toMs: 50_000, status: 'healthy' },
  ])
  expect(of('backup', 30_000)).toEqual([{ fromMs: 30_000, toMs: 50_000, status: 'healthy' }])
  expect(of('other', 0)).toEqual([{ fromMs: 0, toMs: 50_000, status: 'healthy' }])
})

it('lists liquidations that are over behind those that pay, and none twice', () => {
  const of = (borrower: string) => ({ borrower, protocol: 'spark', market: 'm' }) as Opportunity
  const over = (borrower: string, ms: number) => ({ ...of(borrower), ended_at: new Date(ms).toISOString() })
  const seen = toSeen([of('c'), of('d')], [over('b', 3), over('c', 2), over('a', 1)])
  expect(seen.map(({ borrower, goneMs }) => [borrower, goneMs])).toEqual([
    ['c', undefined],
    ['d', undefined],
    ['b', 3],
    ['a', 1],
  ])
})
