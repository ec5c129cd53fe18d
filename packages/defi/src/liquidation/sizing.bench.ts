import { quantile } from '@outrigger/core/internal'
import { computeBestLiquidation } from './sizing/computeBestLiquidation.ts'
import { createCase } from './sizing/fixtures/createCase.ts'
import { searchExhaustively } from './sizing/fixtures/exhaustive.ts'

const count = 1_000

/** Sizes random positions of six rule sets, with random pools (some of them thin) and random lenders. */
export const suite = { name: 'sizing', run }

async function run() {
  const ratios: number[] = []
  const took: number[] = []
  let [ours, exhaustive, largest, missedByLargest] = [0, 0, 0, 0]
  for (let index = 0; index < count; index++) {
    const one = createCase(index)
    const startedMs = performance.now()
    const best = computeBestLiquidation(one)
    took.push(performance.now() - startedMs)
    const netUsd = 'refused' in best ? 0 : best.netProfitUsd
    const [most, atLargest] = [searchExhaustively(one), searchExhaustively(one, 'largest')]
    ours += netUsd
    exhaustive += most
    largest += atLargest
    if (netUsd > 0 && atLargest <= 0) missedByLargest += 1
    if (most > 0) ratios.push(netUsd / most)
  }
  const of = (values: number[], share: number) =>
    quantile(
      values.sort((a, b) => a - b),
      share,
    ) as number
  return [
    { name: `of ${count} positions, those that pay`, value: ratios.length, unit: '' },
    { name: 'net profit, of exhaustive search', value: ours / exhaustive, unit: 'x', bar: { atLeast: 0.999 } },
    {
      name: 'net profit of the worst position, of exhaustive search',
      value: of(ratios, 0),
      unit: 'x',
      bar: { atLeast: 0.999 },
    },
    { name: 'net profit, of always the maximum where it pays', value: ours / largest, unit: 'x' },
    { name: 'positions that pay, but not at the maximum', value: missedByLargest, unit: '' },
    { name: 'time for a position, median', value: of(took, 0.5) * 1_000, unit: 'us', bar: { atMost: 1_000 } },
    { name: 'time for a position, p99', value: of(took, 0.99) * 1_000, unit: 'us' },
  ]
}
