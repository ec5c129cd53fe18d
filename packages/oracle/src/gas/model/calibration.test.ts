import { chains } from '@outrigger/core'
import { describe, expect, test } from 'vitest'
import { type BacktestReport, runBacktest } from './backtest/runBacktest.ts'
import { createFeeMarket, type FeeMarketOptions, toBacktestBlock } from './fixtures/feeMarket.ts'
import { computeMostGrowth } from './windowBaseFee.ts'

// Long version, two minutes: OUTRIGGER_GAS_BLOCKS=20500 OUTRIGGER_GAS_SEEDS=5
const blocks = Number(process.env['OUTRIGGER_GAS_BLOCKS'] ?? 4000)
const seeds = Array.from({ length: Number(process.env['OUTRIGGER_GAS_SEEDS'] ?? 1) }, (_, index) => index + 1)

type Market = { readonly name: string; readonly options: FeeMarketOptions; readonly seesPool: boolean }

const markets: readonly Market[] = [
  { name: 'bursts, rushes and drift, without a mempool view', options: {}, seesPool: false },
  { name: 'the same with a mempool view', options: {}, seesPool: true },
  { name: 'a tenth of the offers are equal', options: { crowd: 0.1 }, seesPool: false },
]

const runs = markets.flatMap((market) => seeds.map((seed) => [`${market.name}, seed ${seed}`, market, seed] as const))

function replay({ options, seesPool }: Market, seed: number): BacktestReport {
  const next = createFeeMarket(seed, options)
  const past = Array.from({ length: blocks }, () => toBacktestBlock(next(), seesPool))
  const run = past.reduce((longest, { gasUsedRatio }, index) => {
    const isRun = gasUsedRatio === 1 && past.slice(Math.max(0, index - 5), index).every((one) => one.gasUsedRatio === 1)
    return isRun ? longest + 1 : longest
  }, 0)
  // The market has runs of more than five full blocks, so the caps are really tested.
  expect(run).toBeGreaterThan(5)
  return runBacktest(past, {
    horizons: blocks >= 20_000 ? [1, 2, 5, 15, 25] : [1, 5, 25],
    mostGrowthPerBlock: computeMostGrowth(chains.ethereum),
  })
}

describe.each(runs)('%s', (_, market, seed) => {
  const { calibration, estimators } = replay(market, seed)

  test('every stated confidence is met within 1 %, for windows of 1 to 25 blocks', () => {
    // With a quarter of the blocks the statistical error is half a point higher.
    const points = blocks >= 20_000 ? 1 : 1.5
    for (const { blocks: length, stated, realized } of calibration)
      expect(Math.abs(100 * (realized - stated)), `${length} blocks at ${stated}: ${realized}`).toBeLessThanOrEqual(
        points,
      )
  })

  test('no cap is below the base fee in its window', () => {
    expect(calibration.map(({ capShort }) => capShort)).toEqual(calibration.map(() => 0))
  })

  test('overpays a fraction of the others at 99 %, and no more than geth at its inclusion', () => {
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
