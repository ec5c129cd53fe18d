import { expect, it } from 'vitest'
import { addText, createSketch, estimateDistinct, mergeSketchText, sketchError, toSketchText } from './sketch.ts'

const sketchOf = (from: number, to: number) => {
  const sketch = createSketch()
  for (let index = from; index < to; index += 1) addText(sketch, `0x${index.toString(16).padStart(40, '0')}`)
  return sketch
}

it.each([0, 1, 10, 100, 1_000, 5_000, 12_000, 50_000, 300_000])(
  '%i distinct addresses within the stated error',
  (count) => {
    const estimate = estimateDistinct(sketchOf(0, count))
    // The tolerance is three standard errors. Below a few hundred the estimate is exact.
    expect(Math.abs(estimate - count)).toBeLessThanOrEqual(Math.max(0.5, 3 * sketchError * count))
  },
)

it('has a spread of the stated error over many sets', () => {
  const errors = Array.from({ length: 60 }, (_, index) => {
    const start = index * 1_000_000
    return estimateDistinct(sketchOf(start, start + 8_000)) / 8_000 - 1
  })
  const spread = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
  expect(spread).toBeLessThan(1.3 * sketchError)
  expect(spread).toBeGreaterThan(0.7 * sketchError)
})

it('merges, sparse or dense, into the sketch of all', () => {
  for (const size of [4, 500, 40_000]) {
    const merged = createSketch()
    for (const part of [sketchOf(0, size), sketchOf(size / 2, 2 * size)]) mergeSketchText(merged, toSketchText(part))
    expect(toSketchText(merged)).toBe(toSketchText(sketchOf(0, 2 * size)))
  }
  expect(toSketchText(sketchOf(0, 5))).toHaveLength(16)
  expect(toSketchText(sketchOf(0, 40_000))).toHaveLength(4_097)
})
