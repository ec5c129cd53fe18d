import { expect, it } from 'vitest'
import { toCalibrationLines } from './backtest.ts'
import { judgeForecasts } from './forecasts.ts'
import { computeShockedHealth, type ShockedPosition } from './priceShock.ts'
import { listDays, projectMonth } from './projection.ts'
import { toQuantile } from './providers.ts'

const position = {
  health_factor: 1.6,
  collateral_assets: [{ symbol: 'WETH', usd_value: 200, liquidation_threshold: 0.8, ltv: 0.8 }],
  debt_assets: [{ symbol: 'USDC', usd_value: 100 }],
} as const satisfies ShockedPosition

it('moves ether and its tokens, and nothing else', () => {
  expect(computeShockedHealth(position, 0)).toBeCloseTo(1.6, 12)
  expect(computeShockedHealth(position, -0.5)).toBeCloseTo(0.8, 12)
  const dollars = { ...position, collateral_assets: [{ ...position.collateral_assets[0], symbol: 'USDT' }] }
  expect(computeShockedHealth(dollars, -0.5)).toBeCloseTo(1.6, 12)
  const short = { ...dollars, debt_assets: [{ symbol: 'wstETH', usd_value: 100 }] }
  expect(computeShockedHealth(short, 0.6)).toBeCloseTo(1, 12)
})

it('gives no figure where the definition is not that of the protocol, or there is no debt', () => {
  expect(computeShockedHealth({ ...position, health_factor: 1.7 }, -0.1)).toBeNull()
  expect(computeShockedHealth({ ...position, health_factor: null, debt_assets: [] }, -0.1)).toBeNull()
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
    { atMs: 2, forecast: 2, outcome: 2 },
    { atMs: 3, forecast: 2, outcome: 4 },
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
  const row = (blocks: number, stated: number, realised: number, samples = 10) => ({
    ...{ blocks, stated, realised, samples, cap_short: 0 },
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
