import { describe, expect, it } from 'vitest'
import { computeAdaptiveRates, wExp } from './computeAdaptiveRates.ts'
import { wad } from './math.ts'

const day = 86_400n
const perYear = (rate: bigint) => (Number(rate) / 1e18) * 365 * 86_400
const percent = (share: number) => BigInt(Math.round(share * 1e18))
const initial = percent(0.04) / (365n * day)

/** Expectations from test/AdaptiveCurveIrmTest.sol of https://github.com/morpho-org/morpho-blue-irm. */
describe('computeAdaptiveRates', () => {
  it('starts at 4 % at target, a quarter of it if unused and four times if fully lent', () => {
    const at = (utilization: bigint) => perYear(computeAdaptiveRates(utilization, 0n, 5n * day).average)
    expect(at(0n)).toBeCloseTo(0.01, 9)
    expect(at((wad * 9n) / 10n)).toBeCloseTo(0.04, 9)
    expect(at(wad)).toBeCloseTo(0.16, 9)
  })

  it('moves by at most e^(50/365) per day', () => {
    const full = computeAdaptiveRates(wad, initial, 5n * day)
    // The average of e^(50/365 x) from 0 to 5 is 1.4361, of e^(-50/365 x) 0.7240.
    expect(perYear(full.average) / (0.16 * 1.4361)).toBeCloseTo(1, 1)
    expect(perYear(full.endAtTarget) / (0.04 * 1.9836)).toBeCloseTo(1, 2)
    const unused = computeAdaptiveRates(0n, initial, 5n * day)
    expect(perYear(unused.average) / (0.01 * 0.724)).toBeCloseTo(1, 1)
    expect(perYear(unused.endAtTarget) / (0.04 * 0.5041)).toBeCloseTo(1, 2)
    // 4 % · e^(50 · 45/365 · 50 %)
    expect(perYear(computeAdaptiveRates(percent(0.95), initial, 45n * day).endAtTarget) / 0.8722).toBeCloseTo(1, 2)
  })

  it('keeps the rate at target between 0.1 % and 200 %', () => {
    expect(perYear(computeAdaptiveRates(wad, initial, 10_000n * day).endAtTarget)).toBeCloseTo(2, 9)
    expect(perYear(computeAdaptiveRates(0n, initial, 10_000n * day).endAtTarget)).toBeCloseTo(0.001, 9)
  })

  it('matches the exponential function within 1 %', () => {
    for (let x = -40; x < 90; x += 0.37)
      expect(Number(wExp(percent(x))) / 1e18 / Math.exp(x)).toBeCloseTo(1, x < -30 ? -1 : 1)
    expect(wExp(-42n * wad)).toBe(0n)
    expect(wExp(0n)).toBe(wad)
    expect(wExp(94n * wad)).toBe(wExp(1_000n * wad))
  })
})
