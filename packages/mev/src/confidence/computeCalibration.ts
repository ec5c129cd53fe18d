/** A probability that was stated, and whether it came true. */
export type Stated = { readonly confidence: number; readonly held: boolean }

export type CalibrationBin = {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly meanConfidence: number
  readonly heldShare: number
}

export type Calibration = {
  /** Mean distance of what was stated from what came true, over the bins, by their counts. */
  readonly expectedError: number
  /** Bins that hold any. */
  readonly bins: readonly CalibrationBin[]
}

/**
 * How far stated probabilities are from what came true: the expected calibration error over bins of equal width (Naeini,
 * Cooper, Hauskrecht 2015).
 *
 * @example
 * computeCalibration([{ confidence: 0.9, held: true }]).expectedError // 0.1
 */
export function computeCalibration(stated: readonly Stated[], binCount = 10): Calibration {
  const bins: CalibrationBin[] = []
  let expectedError = 0
  for (let bin = 0; bin < binCount; bin++) {
    const [from, to] = [bin / binCount, (bin + 1) / binCount]
    const inBin = stated.filter(({ confidence }) => Math.min(Math.floor(confidence * binCount), binCount - 1) === bin)
    if (inBin.length === 0) continue
    const meanConfidence = inBin.reduce((sum, { confidence }) => sum + confidence, 0) / inBin.length
    const heldShare = inBin.filter(({ held }) => held).length / inBin.length
    expectedError += (Math.abs(meanConfidence - heldShare) * inBin.length) / stated.length
    bins.push({ from, to, count: inBin.length, meanConfidence, heldShare })
  }
  return { expectedError, bins }
}
