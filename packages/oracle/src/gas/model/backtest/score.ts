import { quantile } from '@outrigger/core/internal'

/** What an estimator's tips did. */
export type Score = {
  /** Share of blocks its tip got into. */
  readonly inclusion: number
  /** Of those, what it paid above what was enough, as a share of the whole price per gas that was enough. */
  readonly medianOverpaid: number
  readonly meanOverpaid: number
}

/** Counts tips against what was needed. All in wei; `baseFee` is that of the block. */
export function createScore(): { add(tip: number, need: number, baseFee: number): void; end(): Score } {
  const overpaid: number[] = []
  let asked = 0
  return {
    add(tip, need, baseFee) {
      asked++
      if (tip >= need) overpaid.push((tip - need) / Math.max(1, baseFee + need))
    },
    end() {
      overpaid.sort((a, b) => a - b)
      const sum = overpaid.reduce((total, one) => total + one, 0)
      return {
        inclusion: asked === 0 ? 0 : overpaid.length / asked,
        medianOverpaid: quantile(overpaid, 0.5) ?? 0,
        meanOverpaid: overpaid.length === 0 ? 0 : sum / overpaid.length,
      }
    },
  }
}
