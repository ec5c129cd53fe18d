import { expect, it } from 'vitest'
import { computeProbeDelayMs, type ProbePace } from './probePace.ts'

const pace: ProbePace = {
  ...{ isAiling: true, isOpen: true, backOffMs: 4000, coolMs: -1, inService: 2, maxProbeDelayMs: 4000 },
  intervalMs: 12_000,
}

it('with one endpoint left in service the others are probed several times a second, however often they came and went', () => {
  expect(computeProbeDelayMs(pace)).toBe(4000)
  for (const inService of [0, 1])
    for (const backOffMs of [250, 4000, 32_000])
      expect(computeProbeDelayMs({ ...pace, inService, backOffMs })).toBeLessThanOrEqual(250)
  expect(computeProbeDelayMs({ ...pace, inService: 1, isOpen: false })).toBeLessThanOrEqual(250)
})

it('one that asked for a pause gets it, and one that is well is checked at its interval', () => {
  expect(computeProbeDelayMs({ ...pace, inService: 1, coolMs: 2000 })).toBe(2000)
  expect(computeProbeDelayMs({ ...pace, isAiling: false })).toBe(12_000)
})
