import { chains } from '@outrigger/core'
import { quantile } from '@outrigger/core/internal'
import { runBacktest } from './backtest/runBacktest.ts'
import { createFeeMarket, toBacktestBlock } from './fixtures/feeMarket.ts'
import { computeInclusionTip } from './inclusion.ts'
import { createChainModel } from './observeSample.ts'
import { stepTierModel } from './tierModel.ts'
import { computeMostGrowth } from './windowBaseFee.ts'

const seeds = [1, 2, 3, 4, 5]
const blocks = 20_500
const horizons = [1, 2, 5, 15, 25]

/** What `npm run bench -- "gas model"` runs: calibration and overpayment on a simulated market, and the time of a decision. */
export const suite = { name: 'gas model', run }

async function run() {
  const reports = seeds.map((seed) => {
    const next = createFeeMarket(seed)
    const past = Array.from({ length: blocks }, () => toBacktestBlock(next(), false))
    return runBacktest(past, { horizons, mostGrowthPerBlock: computeMostGrowth(chains.ethereum) })
  })
  const rows = reports.flatMap(({ calibration }) => calibration)
  const worst = Math.max(...rows.map(({ stated, realized }) => Math.abs(100 * (realized - stated))))
  const ratios = reports.map(({ estimators }) => {
    const of = (name: string) => estimators.find((one) => one.name === name)
    const others = estimators.filter(({ name, inclusion }) => !name.startsWith('Outrigger') && inclusion >= 0.99)
    const ours = of('Outrigger at 99 % inclusion')
    const same = of("Outrigger at geth's inclusion")
    return {
      median: (ours?.medianOverpaid ?? 1) / Math.min(...others.map(({ medianOverpaid }) => medianOverpaid)),
      mean: (ours?.meanOverpaid ?? 1) / Math.min(...others.map(({ meanOverpaid }) => meanOverpaid)),
      geth: (same?.meanOverpaid ?? 1) / (of('geth, as viem asks it')?.meanOverpaid ?? 1),
    }
  })
  const dearest = (of: 'median' | 'mean' | 'geth') => Math.max(...ratios.map((one) => one[of]))
  const short = rows.reduce((sum, { capShort }) => sum + capShort, 0)
  const { stepUs, decisionUs } = measureTimes()
  return [
    { name: 'stated less realized, worst of 25 × 5', value: worst, unit: 'points', bar: { atMost: 1 } },
    { name: 'caps below the base fee', value: short, unit: 'windows', bar: { atMost: 0 } },
    {
      name: 'median overpaid at 99 % over the best other',
      value: dearest('median'),
      unit: 'x',
      bar: { atMost: 1 / 5 },
    },
    { name: 'mean overpaid at 99 % over the best other', value: dearest('mean'), unit: 'x', bar: { atMost: 1 / 3 } },
    { name: 'mean overpaid at geth’s inclusion over geth', value: dearest('geth'), unit: 'x', bar: { atMost: 1 } },
    { name: 'a decision', value: decisionUs, unit: 'µs', bar: { atMost: 50 } },
    { name: 'a block learned', value: stepUs, unit: 'µs' },
  ]
}

function measureTimes(): { readonly stepUs: number; readonly decisionUs: number } {
  const next = createFeeMarket(7)
  const past = Array.from({ length: 3000 }, () => next().fees)
  const steps: number[] = []
  const decisions: number[] = []
  let model = createChainModel(chains.ethereum)
  for (const fees of past) {
    const startedMs = performance.now()
    model = stepTierModel(model, fees)
    const steppedMs = performance.now()
    for (const blocks of [2, 5, 15, 25]) computeInclusionTip(model, blocks, 0.93)
    steps.push(1000 * (steppedMs - startedMs))
    decisions.push((1000 * (performance.now() - steppedMs)) / 4)
  }
  const middle = (values: number[]) =>
    quantile(
      values.slice(-1000).sort((a, b) => a - b),
      0.5,
    ) as number
  return { stepUs: middle(steps), decisionUs: middle(decisions) }
}
