/** Predictions whose confidence lies within one tenth. */
export type CalibrationBin = {
  readonly predictions: number
  /** Number of predictions that turned out right. */
  readonly held: number
  /** Sum of the confidences. */
  readonly confidence: number
}

/** How well confidences match the share of correct predictions. Ratios are 0-1, and null without predictions. */
export type Calibration = {
  readonly predictions: number
  readonly hitShare: number | null
  readonly meanConfidence: number | null
  /** Mean gap between confidence and hit share, weighted by the number of predictions in each bin (Naeini et al. 2015). */
  readonly expectedCalibrationError: number | null
}

export const binCount = 10

/**
 * Returns the index of the bin for a confidence. Each bin spans one tenth. A confidence of 1 belongs to the last bin.
 */
export function toBin(confidence: number): number {
  return Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount)))
}

/**
 * Computes the calibration of predictions that are grouped by confidence.
 *
 * @example
 * computeCalibration([{ predictions: 10, held: 8, confidence: 9.5 }]).expectedCalibrationError // 0.15
 */
export function computeCalibration(bins: readonly CalibrationBin[]): Calibration {
  const sum = (pick: (bin: CalibrationBin) => number) => bins.reduce((total, bin) => total + pick(bin), 0)
  const predictions = sum((bin) => bin.predictions)
  if (predictions === 0) return { predictions, hitShare: null, meanConfidence: null, expectedCalibrationError: null }
  return {
    predictions,
    hitShare: sum(({ held }) => held) / predictions,
    meanConfidence: sum(({ confidence }) => confidence) / predictions,
    expectedCalibrationError: sum(({ held, confidence }) => Math.abs(held - confidence)) / predictions,
  }
}
