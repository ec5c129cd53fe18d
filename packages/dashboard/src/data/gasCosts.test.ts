import { expect, it } from 'vitest'
import { computeTotal, listEqualTiers, toGasCost } from './gasCosts.ts'

const toEstimate = (gas_limit: number, gas_gwei: number, total_eth: string, total_usd: string) => ({
  gas_limit,
  estimated_cost: { instant: { gas_gwei, total_eth, total_usd } },
  stale: false,
  age_seconds: 0,
})

it('takes the data fee of a rollup from the total', () => {
  const cost = toGasCost(toEstimate(21_000, 0.005, '0.000000141000000000', '0.000423'))
  expect(cost.gas).toBe(21_000)
  expect(cost.dataFee).toBeCloseTo(3.6e-8, 15)
  expect(cost.priceUsd).toBeCloseTo(3000, 0)
  expect(computeTotal(cost, 0.01)).toBeCloseTo(2.46e-7, 15)
})

it('knows no data fee of other chains, and no dollars without a price', () => {
  const cost = toGasCost(toEstimate(180_000, 9, '0.001620000000000000', '0'))
  expect(cost).toEqual({ gas: 180_000, dataFee: 0, priceUsd: undefined })
  expect(computeTotal(cost, 10)).toBeCloseTo(0.0018, 12)
})

it('names tiers with equal fees', () => {
  const [low, high] = [
    { priority_fee_gwei: 0, max_fee_gwei: 1 },
    { priority_fee_gwei: 1, max_fee_gwei: 2 },
  ]
  const of = (...fees: readonly (typeof low)[]) => listEqualTiers(fees.map((one, index) => [`t${index}`, one] as const))
  expect(of(low, low, high, high)).toEqual([
    ['t0', 't1'],
    ['t2', 't3'],
  ])
  expect(of(low, high)).toEqual([])
})
