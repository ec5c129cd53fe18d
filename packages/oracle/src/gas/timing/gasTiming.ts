import { toGwei } from '@outrigger/core'
import type { GasQuote } from '../gasPrice.ts'
import type { FeeBar } from '../history/feeHistoryTypes.ts'
import { forecastWaits, type PricePoint, type WaitForecast } from './priceForecast.ts'

/** Advice on when to send a transaction. Fees are in wei per gas. */
export type GasTiming = {
  readonly chain: string
  /** Base fee plus tip of the standard tier for the next block. */
  readonly standardPerGas: bigint
  /** `use_slow`: waiting does not save enough, but a slower tier does. */
  readonly recommendation: 'send_now' | 'wait' | 'use_slow'
  readonly trend: 'rising' | 'falling' | 'stable'
  /** The recommended wait. Null unless the recommendation is `wait`. */
  readonly best: WaitForecast | null
  /** All evaluated waits, shortest first. Empty if the history is too short. */
  readonly waits: readonly WaitForecast[]
  /** The recommendation in words, with the amounts. */
  readonly reasoning: string
}

// A smaller saving does not justify waiting.
const leastSaving = 0.05
// A recommendation must have been right in at least three of five past cases.
const leastConfidence = 0.6
const trendShare = 0.05
const minute = 60
const hour = 3600
const shortWaits = [1, 3, 6, 12]
const longWaits = [2, 3, 4, 6, 8, 12, 16, 20, 24]

/**
 * Recommends whether to wait between a minute and a day. It uses the results of waiting at similar moments in the
 * past. See `forecastWaits`.
 *
 * @param bars `fine` bars of 5 minutes for waits up to an hour, `coarse` bars of an hour for longer waits; oldest first
 * @example computeGasTiming(quote, { fine, coarse }).recommendation // 'wait'
 */
export function computeGasTiming(
  { chain, tiers }: Pick<GasQuote, 'chain' | 'tiers'>,
  { fine, coarse }: { readonly fine: readonly FeeBar[]; readonly coarse: readonly FeeBar[] },
): GasTiming {
  const waits = [...forecastWaits(toPoints(fine), shortWaits), ...forecastWaits(toPoints(coarse), longWaits)]
  const standardPerGas = tiers.standard.maxFeePerGas
  const worthIt = waits.filter(({ saving, confidence }) => saving >= leastSaving && confidence >= leastConfidence)
  const best = findBest(worthIt)
  const slowSaving = 1 - Number(tiers.slow.maxFeePerGas) / Math.max(1, Number(standardPerGas))
  const recommendation = best !== null ? 'wait' : slowSaving >= leastSaving ? 'use_slow' : 'send_now'
  const soon = waits.filter(({ seconds }) => seconds >= 30 * minute && seconds <= 3 * hour)
  const change = soon.reduce((sum, { saving }) => sum - saving, 0) / Math.max(1, soon.length)
  const trend = change > trendShare ? 'rising' : change < -trendShare ? 'falling' : 'stable'
  const base = { chain, standardPerGas, recommendation, trend, best, waits } as const
  return Object.freeze({ ...base, reasoning: toReasoning(base, slowSaving) })
}

/** Formats a wait as `12 minutes` or `3 hours`. */
export function toWaitText(seconds: number): string {
  const [count, unit] = seconds < hour ? [Math.round(seconds / minute), 'minute'] : [Math.round(seconds / hour), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function toPoints(bars: readonly FeeBar[]): readonly PricePoint[] {
  return bars.map(({ timestamp, baseFeePerGas, tiers }) => ({
    timestamp,
    price: Number(tiers?.standard.average ?? baseFeePerGas.average),
  }))
}

function toReasoning(
  { standardPerGas, recommendation, best, waits }: Omit<GasTiming, 'reasoning'>,
  slowSaving: number,
): string {
  const now = `The standard tier costs ${toGwei(standardPerGas).toPrecision(3)} gwei now.`
  const percent = (share: number) => `${Math.round(100 * share)} %`
  if (best !== null)
    return `${now} Waiting ${toWaitText(best.seconds)} is expected to save ${percent(best.saving)}; it saved something at ${percent(best.confidence)} of ${best.samples} moments like this one.`
  const most = findBest(waits)
  const finding =
    most === null
      ? 'The history is too short to predict what waiting saves.'
      : most.saving > 0
        ? `The best wait, ${toWaitText(most.seconds)}, is expected to save ${percent(most.saving)}. It saved something at ${percent(most.confidence)} of ${most.samples} moments like this one. That is not enough to recommend it.`
        : 'No wait of up to a day is expected to save anything.'
  return recommendation === 'use_slow'
    ? `${now} ${finding} The slow tier costs ${percent(slowSaving)} less.`
    : `${now} ${finding}`
}

function findBest(waits: readonly WaitForecast[]): WaitForecast | null {
  return waits.reduce<WaitForecast | null>(
    (best, one) => (best === null || one.saving > best.saving ? one : best),
    null,
  )
}
