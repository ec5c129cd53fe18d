import type { Response } from '@outrigger/api/contract'

export type Backtest = Response<'gasBacktest'>
type CalibrationRow = NonNullable<Backtest['result']>['calibration'][number]

/** A line of the calibration chart. */
export type CalibrationLine = {
  readonly label: string
  /** Realized inclusion in percent at each stated confidence. Null without samples. */
  readonly values: readonly (number | null)[]
}

/**
 * Returns the realized inclusion by stated confidence in percent, with one line per window.
 *
 * @example toCalibrationLines([{ blocks: 1, stated: 0.9, realized: 0.88, samples: 50, expected: { low: 0.8, high: 1 }, cap_short: 0 }]) // { stated: [90], lines: [{ label: 'within 1 block', values: [88] }] }
 */
export function toCalibrationLines(rows: readonly CalibrationRow[]): {
  readonly stated: readonly number[]
  readonly lines: readonly CalibrationLine[]
} {
  const sorted = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)
  const stated = sorted(rows.map((row) => row.stated))
  const lines = sorted(rows.map(({ blocks }) => blocks)).map((blocks) => ({
    label: `within ${blocks} ${blocks === 1 ? 'block' : 'blocks'}`,
    values: stated.map((share) => {
      const row = rows.find((one) => one.blocks === blocks && one.stated === share)
      return row === undefined || row.samples === 0 ? null : row.realized * 100
    }),
  }))
  return { stated: stated.map((share) => Math.round(share * 1000) / 10), lines }
}
