/** Predictions whose confidence lies within one tenth. */
export type CalibrationBin = {
  readonly predictions: number
  /** Those that held. */
  readonly held: number
  /** Sum of the confidences. */
  readonly confidence: number
}

/** How well confidences agree with what then held. Ratios 0-1, null without predictions. */
export type Calibration = {
  readonly predictions: number
  readonly hitShare: number | null
  readonly meanConfidence: number | null
  /** How far confidence and hit share are apart on average, each bin by its predictions (Naeini et al. 2015). */
  readonly expectedCalibrationError: number | null
}

export const binCount = 10

/** The bin of a confidence: tenths, 1 in the last. */
export function toBin(confidence: number): number {
  return Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount)))
}

/** Predictions by the tenth of their confidence, all tenths. */
export function toCalibrationBins(
  predictions: readonly { readonly confidence: number; readonly held: boolean }[],
): readonly CalibrationBin[] {
  return Array.from({ length: binCount }, (_, bin) => {
    const own = predictions.filter(({ confidence }) => toBin(confidence) === bin)
    return {
      predictions: own.length,
      held: own.filter(({ held }) => held).length,
      confidence: own.reduce((sum, { confidence }) => sum + confidence, 0),
    }
  })
}

/**
 * The calibration of predictions by bins of their confidence.
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
