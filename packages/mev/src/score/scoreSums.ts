import { quantile } from '@outrigger/core/internal'
import type { Finding, FindingType } from '../finding.ts'
import { binCount, type Calibration, type CalibrationBin, computeCalibration, toBin } from './calibration.ts'
import type { Outcome, VoidReason } from './outcome.ts'

/** A finding and its outcome on the chain. */
export type Scored = {
  readonly finding: Pick<Finding, 'id' | 'type' | 'confidence' | 'estimatedProfit'>
  readonly outcome: Outcome
}

/** Predictions within one tenth of confidence. Profits are sums in wei. */
export type ScoreBin = CalibrationBin & { readonly estimatedProfit: bigint; readonly realizedProfit: bigint }

/** Counters for one type of finding. */
export type ScoreSums = {
  readonly bins: readonly ScoreBin[]
  readonly voids: Readonly<Partial<Record<VoidReason, number>>>
  /** Absolute differences between profit and estimate for the latest predictions, as shares of the estimate. */
  readonly errors: readonly number[]
}

export type ScoreByType = Readonly<Partial<Record<FindingType, ScoreSums>>>

/** Compares predictions with their outcomes, for one type of finding or for all types. */
export type TypeScore = Calibration & {
  /** One bin per tenth of confidence, lowest first. */
  readonly bins: readonly ScoreBin[]
  /** Sum over all predictions with a verdict, in wei. */
  readonly estimatedProfit: bigint
  readonly realizedProfit: bigint
  /** Absolute difference between profit and estimate for the latest predictions, as a share of the estimate. Null without any. */
  readonly profitError: { readonly median: number; readonly p95: number } | null
  /** Number of findings without a verdict, by reason. The other figures exclude these findings. */
  readonly voids: ScoreSums['voids']
}

const keptErrors = 256
const emptyBin: ScoreBin = { predictions: 0, held: 0, confidence: 0, estimatedProfit: 0n, realizedProfit: 0n }
export const emptySums: ScoreSums = {
  bins: Array.from({ length: binCount }, () => emptyBin),
  voids: {},
  errors: [],
}

export function addScore(sums: ScoreSums, { finding, outcome }: Scored): ScoreSums {
  if (outcome.kind === 'void') return mergeSums(sums, { ...emptySums, voids: { [outcome.why]: 1 } })
  const { confidence, estimatedProfit } = finding
  const held = outcome.kind === 'held' ? 1 : 0
  const bin = { predictions: 1, held, confidence, estimatedProfit, realizedProfit: outcome.profit }
  const distance = outcome.profit - estimatedProfit
  const error = Number(distance < 0n ? -distance : distance) / Number(estimatedProfit)
  const { errors, ...merged } = mergeSums(sums, {
    ...emptySums,
    bins: emptySums.bins.with(toBin(confidence), bin),
    errors: [error],
  })
  return { ...merged, errors: errors.slice(-keptErrors) }
}

export function mergeSums(a: ScoreSums, b: ScoreSums): ScoreSums {
  const voids: Partial<Record<VoidReason, number>> = { ...a.voids }
  for (const [why, count] of Object.entries(b.voids) as [VoidReason, number][]) voids[why] = (voids[why] ?? 0) + count
  const bins = a.bins.map((bin, index) => {
    const other = b.bins[index] ?? emptyBin
    return {
      predictions: bin.predictions + other.predictions,
      held: bin.held + other.held,
      confidence: bin.confidence + other.confidence,
      estimatedProfit: bin.estimatedProfit + other.estimatedProfit,
      realizedProfit: bin.realizedProfit + other.realizedProfit,
    }
  })
  return { bins, voids, errors: [...a.errors, ...b.errors] }
}

export function toTypeScore({ bins, voids, errors }: ScoreSums): TypeScore {
  const ascending = errors.toSorted((a, b) => a - b)
  const [median, p95] = [quantile(ascending, 0.5), quantile(ascending, 0.95)]
  return {
    ...computeCalibration(bins),
    bins,
    estimatedProfit: bins.reduce((sum, bin) => sum + bin.estimatedProfit, 0n),
    realizedProfit: bins.reduce((sum, bin) => sum + bin.realizedProfit, 0n),
    profitError: median === undefined || p95 === undefined ? null : { median, p95 },
    voids,
  }
}
