import { describe, expect, it } from 'vitest'
import { measureCycles, measureSandwiches } from './fixtures/measure.ts'
import { computePairSandwich } from './pairSandwich.ts'

const cases = Number(process.env['OUTRIGGER_SIZING_CASES'] ?? 60)

describe.each(['pairs', 'ticks', 'mixed'] as const)('%s', (mix) => {
  it('sizes cycles like brute force', () => {
    const { share, worst, profitable } = measureCycles(mix, cases)
    expect(profitable).toBeGreaterThan(cases / 10)
    expect(share).toBeGreaterThan(0.999)
    expect(worst).toBeGreaterThan(0.98)
  })

  it('sizes sandwiches like brute force without reverting victims', () => {
    const { share, reverted, profitable } = measureSandwiches(mix, cases)
    expect(profitable).toBeGreaterThan(cases / 10)
    expect(reverted).toBe(0)
    expect(share).toBeGreaterThan(0.999)
  })
})

it('finds the peak for a victim without a limit, far below the bound', () => {
  const victim = {
    reserveIn: 4n * 10n ** 21n,
    reserveOut: 10n ** 24n,
    fee: 3_000,
    amountIn: 2n * 10n ** 21n,
    minAmountOut: 1n,
  }
  const sized = computePairSandwich(victim, (1n << 112n) - 1n)
  const profit = (sized?.backAmountOut ?? 0n) - (sized?.frontAmountIn ?? 0n)
  expect(profit).toBeGreaterThan(0n)
  // Amounts that are 10% higher or lower earn less.
  for (const factor of [9n, 11n]) {
    const other = computePairSandwich({ ...victim }, ((sized?.frontAmountIn ?? 0n) * factor) / 10n)
    expect((other?.backAmountOut ?? 0n) - (other?.frontAmountIn ?? 0n)).toBeLessThanOrEqual(profit)
  }
})
