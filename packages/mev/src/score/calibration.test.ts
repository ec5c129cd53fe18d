import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalibrationBin, computeCalibration, toBin } from './calibration.ts'
import { toCalibrationBins } from './fixtures/calibrationBins.ts'

const toBins = (predictions: readonly (readonly [confidence: number, held: boolean])[]): readonly CalibrationBin[] =>
  toCalibrationBins(predictions.map(([confidence, held]) => ({ confidence, held })))

describe('computeCalibration', () => {
  it('has nothing to say without predictions', () => {
    const none = { predictions: 0, hitShare: null, meanConfidence: null, expectedCalibrationError: null }
    expect(computeCalibration([])).toEqual(none)
    expect(computeCalibration(toBins([]))).toEqual(none)
  })

  it('weighs each bin by its predictions', () => {
    // Two of three predictions at 0.9 are right, and one prediction at 0.2 is wrong: (3 * |2/3 - 0.9| + 1 * 0.2) / 4.
    const bins = toBins([
      [0.9, true],
      [0.9, true],
      [0.9, false],
      [0.2, false],
    ])
    const { hitShare, meanConfidence, expectedCalibrationError } = computeCalibration(bins)
    expect(hitShare).toBe(0.5)
    expect(meanConfidence).toBeCloseTo(0.725)
    expect(expectedCalibrationError).toBeCloseTo(0.225)
  })

  it('weighs the distances of the bins by their counts', () => {
    const bins = toCalibrationBins([
      ...Array.from({ length: 8 }, (_, index) => ({ confidence: 0.75, held: index < 6 })),
      ...Array.from({ length: 2 }, () => ({ confidence: 1, held: false })),
    ])
    expect(computeCalibration(bins).expectedCalibrationError).toBeCloseTo(0.2, 9)
    expect(bins.map(({ predictions }) => predictions).filter((count) => count > 0)).toEqual([8, 2])
  })

  it('is the mean over bins of the gap between confidence and hits, whatever the predictions', () => {
    const prediction = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
    fc.assert(
      fc.property(fc.array(prediction, { minLength: 1, maxLength: 60 }), (predictions) => {
        const gaps = [...new Set(predictions.map(([confidence]) => toBin(confidence)))].map((bin) => {
          const own = predictions.filter(([confidence]) => toBin(confidence) === bin)
          const mean = own.reduce((sum, [confidence]) => sum + confidence, 0) / own.length
          const share = own.filter(([, held]) => held).length / own.length
          return own.length * Math.abs(mean - share)
        })
        const expected = gaps.reduce((sum, gap) => sum + gap, 0) / predictions.length
        expect(computeCalibration(toBins(predictions)).expectedCalibrationError).toBeCloseTo(expected, 9)
      }),
      { seed: 41, numRuns: 500 },
    )
  })

  it('has a bin for every confidence', () => {
    expect([-1, 0, 0.0999, 0.1, 0.95, 1, 7].map(toBin)).toEqual([0, 0, 0, 1, 9, 9, 9])
  })
})
