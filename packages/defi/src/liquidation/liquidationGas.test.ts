import { expect, it } from 'vitest'
import { runGasTrials } from './fixtures/gasTrials.ts'
import { createRandom } from './sizing/fixtures/random.ts'

/** The benchmark runs more liquidations and allows 3 %. */
const maxError = 0.05

it('computes the gas that liquidations of several assets use on the contracts', async () => {
  const trials = await runGasTrials({ positions: 2, random: createRandom(5) })
  expect(new Set(trials.map(({ lender }) => lender)).size).toBeGreaterThanOrEqual(6)
  expect(trials.some(({ collateral, debt }) => collateral > 1 && debt > 1)).toBe(true)
  const off = trials.filter(({ used, counted }) => Math.abs(used - counted) > maxError * used)
  expect(off).toEqual([])
}, 180_000)
