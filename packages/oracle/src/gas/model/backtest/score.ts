import { quantile } from '@outrigger/core/internal'

/** Score of an estimator's tips. */
export type Score = {
  /** Share of blocks in which the tip was enough. */
  readonly inclusion: number
  /** Overpayment in these blocks, as a share of the base fee plus the tip that was enough. */
  readonly medianOverpaid: number
  readonly meanOverpaid: number
}

/** Compares tips with the needed tips. All in wei. `baseFee` is the block's base fee. */
export function createScore(): { add(tip: number, need: number, baseFee: number): void; end(): Score } {
  const overpaid: number[] = []
  let bids = 0
  return {
    add(tip, need, baseFee) {
      bids++
      if (tip >= need) overpaid.push((tip - need) / Math.max(1, baseFee + need))
    },
    end() {
      overpaid.sort((a, b) => a - b)
      const sum = overpaid.reduce((total, one) => total + one, 0)
      return {
        inclusion: bids === 0 ? 0 : overpaid.length / bids,
        medianOverpaid: quantile(overpaid, 0.5) ?? 0,
        meanOverpaid: overpaid.length === 0 ? 0 : sum / overpaid.length,
      }
    },
  }
}
