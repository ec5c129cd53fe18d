import { describe, expect, it } from 'vitest'
import { measureCycles, measureSandwiches } from './fixtures/measure.ts'

const cases = Number(process.env['OUTRIGGER_SIZING_CASES'] ?? 60)

describe.each(['pairs', 'ticks', 'mixed'] as const)('%s', (mix) => {
  it('sizes cycles as brute force does', () => {
    const { share, worst, profitable } = measureCycles(mix, cases)
    expect(profitable).toBeGreaterThan(cases / 10)
    expect(share).toBeGreaterThan(0.999)
    expect(worst).toBeGreaterThan(0.98)
  })

  it('sizes sandwiches as brute force does, and lets no victim revert', () => {
    const { share, reverted, profitable } = measureSandwiches(mix, cases)
    expect(profitable).toBeGreaterThan(cases / 10)
    expect(reverted).toBe(0)
    expect(share).toBeGreaterThan(0.999)
  })
})
