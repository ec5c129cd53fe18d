import { describe, expect, it } from 'vitest'
import { computeConfidence } from './computeConfidence.ts'
import type { ConfidenceInputs } from './confidenceInputs.ts'
import { fitModel } from './fixtures/fitModel.ts'
import { confidenceModel } from './model.ts'

const clear: ConfidenceInputs = {
  isSimulated: false,
  restsOnPending: true,
  hops: 2,
  unknownTokens: 0,
  unknownPools: 0,
  rivalsBefore: 0,
  rivalsAfter: 0,
  tipMargin: 3,
  queued: 0,
  gaps: 0,
}

describe('computeConfidence', () => {
  it('is a probability and falls with each unfavorable input', () => {
    const best = computeConfidence(clear)
    expect(best).toBeGreaterThan(0.9)
    expect(best).toBeLessThan(1)
    for (const worse of [
      { unknownTokens: 1 },
      { unknownPools: 1 },
      { rivalsBefore: 2 },
      { rivalsAfter: 2 },
      { queued: 1 },
      { gaps: 1 },
    ])
      expect(computeConfidence({ ...clear, ...worse })).toBeLessThan(best)
    expect(computeConfidence({ ...clear, rivalsAfter: 1, tipMargin: 0 })).toBeLessThan(
      computeConfidence({ ...clear, rivalsAfter: 1, tipMargin: 3 }),
    )
  })

  it('does not rate a longer path through an unknown token as safer', () => {
    const of = (hops: number, unknownTokens: number) => computeConfidence({ ...clear, hops, unknownTokens })
    expect(of(4, 1)).toBe(of(2, 1))
    expect(of(4, 0)).toBeGreaterThan(of(2, 0))
  })

  it('stays between 0 and 1 for all counts', () => {
    const worst = computeConfidence({ ...clear, unknownTokens: 1e9, rivalsBefore: 1e9, gaps: 1e9 })
    expect(worst).toBeGreaterThan(0)
    expect(worst).toBe(computeConfidence({ ...clear, unknownTokens: 4, rivalsBefore: 4, gaps: 1 }))
  })
})

describe('fitModel', () => {
  it('fits the shares of two groups', () => {
    const samples = Array.from({ length: 1_000 }, (_, index) => ({
      inputs: { ...clear, queued: index % 2 },
      held: index % 2 === 0 ? index % 20 !== 0 : index % 10 === 1,
    }))
    const model = fitModel(samples, confidenceModel)
    expect(computeConfidence(clear, model)).toBeCloseTo(0.9, 1)
    expect(computeConfidence({ ...clear, queued: 1 }, model)).toBeCloseTo(0.2, 1)
  })
})
