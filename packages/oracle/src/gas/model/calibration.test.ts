import { chains } from '@outrigger/core'
import { describe, expect, test } from 'vitest'
import { type BacktestReport, runBacktest } from './backtest/runBacktest.ts'
import { createFeeMarket, type FeeMarketOptions, toBacktestBlock } from './fixtures/feeMarket.ts'
import { computeMostGrowth } from './windowBaseFee.ts'

// The long version: OUTRIGGER_GAS_BLOCKS=20500 OUTRIGGER_GAS_SEEDS=5, two minutes.
const blocks = Number(process.env['OUTRIGGER_GAS_BLOCKS'] ?? 4000)
const seeds = Array.from({ length: Number(process.env['OUTRIGGER_GAS_SEEDS'] ?? 1) }, (_, index) => index + 1)

type Market = { readonly name: string; readonly options: FeeMarketOptions; readonly seesPool: boolean }

const markets: readonly Market[] = [
  { name: 'bursts, rushes and drift, the pool unseen', options: {}, seesPool: false },
  { name: 'the same, the pool seen', options: {}, seesPool: true },
  { name: 'a tenth of the offers all the same', options: { crowd: 0.1 }, seesPool: false },
]

const runs = markets.flatMap((market) => seeds.map((seed) => [`${market.name}, seed ${seed}`, market, seed] as const))

function replay({ options, seesPool }: Market, seed: number): BacktestReport {
  const next = createFeeMarket(seed, options)
  const past = Array.from({ length: blocks }, () => toBacktestBlock(next(), seesPool))
  const run = past.reduce((longest, { gasUsedRatio }, index) => {
    const isRun = gasUsedRatio === 1 && past.slice(Math.max(0, index - 5), index).every((one) => one.gasUsedRatio === 1)
    return isRun ? longest + 1 : longest
  }, 0)
  // What the caps are held against happens: six full blocks in a row and more.
  expect(run).toBeGreaterThan(5)
  return runBacktest(past, {
    horizons: blocks >= 20_000 ? [1, 2, 5, 15, 25] : [1, 5, 25],
    mostGrowthPerBlock: computeMostGrowth(chains.ethereum),
  })
}

describe.each(runs)('%s', (_, market, seed) => {
  const { calibration, estimators } = replay(market, seed)

  test('every stated confidence comes true to a point, for windows of 1 to 25 blocks', () => {
    // A quarter of the blocks has half a point more of chance in it.
    const points = blocks >= 20_000 ? 1 : 1.5
    for (const { blocks: length, stated, realised } of calibration)
      expect(Math.abs(100 * (realised - stated)), `${length} blocks at ${stated}: ${realised}`).toBeLessThanOrEqual(
        points,
      )
  })

  test('no cap is ever below the base fee in its window', () => {
    expect(calibration.map(({ capShort }) => capShort)).toEqual(calibration.map(() => 0))
  })

  test('at 99 % a fraction of what others overpay, at geth’s inclusion no more than geth', () => {
    const find = (start: string) => estimators.filter(({ name }) => name.startsWith(start))
    const others = estimators.filter(({ name, inclusion }) => !name.startsWith('Outrigger') && inclusion >= 0.99)
    const [ours] = find('Outrigger at 99 %')
    const least = (of: 'medianOverpaid' | 'meanOverpaid') => Math.min(...others.map((one) => one[of]))
    expect(ours?.inclusion).toBeGreaterThanOrEqual(0.99)
    expect(ours?.medianOverpaid).toBeLessThanOrEqual(least('medianOverpaid') / 5)
    expect(ours?.meanOverpaid).toBeLessThanOrEqual(least('meanOverpaid') / 3)
    const [geth] = find('geth')
    const [same] = find("Outrigger at geth's")
    expect(same?.inclusion).toBeGreaterThanOrEqual(geth?.inclusion ?? 1)
    expect(same?.meanOverpaid).toBeLessThanOrEqual(geth?.meanOverpaid ?? 0)
  })
})
