import { ask } from './dashboardQuestions.ts'

/** How often a stated confidence came true; shares 0-1. */
export type CalibrationRow = {
  /** Length of the window. */
  readonly blocks: number
  readonly stated: number
  readonly realised: number
  readonly samples: number
  /** Where the realised share lies in 95 of 100 runs of a model that is right. */
  readonly expected: { readonly low: number; readonly high: number }
  /** Windows in which the base fee rose above the cap given for it. */
  readonly cap_short: number
}

/** What an estimator's tips for the next block did; shares 0-1. */
export type EstimatorRow = {
  readonly name: string
  readonly inclusion: number
  readonly median_overpaid: number
  readonly mean_overpaid: number
}

/** As `/dashboard/gas/{chain}/backtest` says it. */
export type Backtest = {
  readonly chain: string
  /** Blocks in a row whose fees the node knows. */
  readonly known: number
  readonly needed: number
  /** Null while there are too few blocks. */
  readonly result: {
    readonly first_block: number
    readonly last_block: number
    readonly judged: number
    readonly timestamp: string
    readonly tiers: readonly (CalibrationRow & { readonly tier: string; readonly within_seconds: number })[]
    readonly calibration: readonly CalibrationRow[]
    readonly estimators: readonly EstimatorRow[]
  } | null
}

/** The node's replay of its tier model over the newest blocks it knows. @throws {ApiAnswerError} */
export const readBacktest = (chain: string, signal: AbortSignal) => ask<Backtest>(`gas/${chain}/backtest`, signal)

/** A line of the calibration chart. */
export type CalibrationLine = {
  readonly label: string
  /** Realised share in percent at each of `stated`; null where nothing was judged. */
  readonly values: readonly (number | null)[]
}

/**
 * Realised inclusion by stated confidence, a line for each window, in percent.
 *
 * @example toCalibrationLines([{ blocks: 1, stated: 0.9, realised: 0.88, samples: 50, expected: { low: 0.8, high: 1 }, cap_short: 0 }]) // { stated: [90], lines: [{ label: 'within 1 block', values: [88] }] }
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
      return row === undefined || row.samples === 0 ? null : row.realised * 100
    }),
  }))
  return { stated: stated.map((share) => Math.round(share * 1000) / 10), lines }
}
