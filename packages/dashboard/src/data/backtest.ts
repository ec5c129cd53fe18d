import { ask } from './dashboardQuestions.ts'

/** How often transactions with a stated confidence were included in time. Ratios are 0-1. */
export type CalibrationRow = {
  /** Number of blocks in which a transaction must be included. */
  readonly blocks: number
  readonly stated: number
  readonly realized: number
  readonly samples: number
  /** Range that contains the realized ratio in 95 % of runs if the model is correct. */
  readonly expected: { readonly low: number; readonly high: number }
  /** Number of windows in which the base fee rose above the recommended cap. */
  readonly cap_short: number
}

/** Results of an estimator's tips for the next block. Ratios are 0-1. */
export type EstimatorRow = {
  readonly name: string
  readonly inclusion: number
  readonly median_overpaid: number
  readonly mean_overpaid: number
}

/** Response of `/dashboard/gas/{chain}/backtest`. */
export type Backtest = {
  readonly chain: string
  /** Number of consecutive blocks whose fees the node knows. */
  readonly known: number
  readonly needed: number
  /** Null while `known` is less than `needed`. */
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

/** Requests the node's replay of its tier model over the newest blocks. @throws {ApiAnswerError} */
export const readBacktest = (chain: string, signal: AbortSignal) => ask<Backtest>(`gas/${chain}/backtest`, signal)

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
