import type { Candle, CandleRange } from '../priceSource.ts'

export const intervalMs = { '1h': 3_600_000, '1d': 86_400_000, '1w': 7 * 86_400_000 } as const

type Point = { readonly timestampMs: number; readonly priceUsd: number }

/** Creates bars from single prices, for sources without trade data. */
export function toCandles(points: readonly Point[], { interval, fromMs, toMs }: CandleRange): readonly Candle[] {
  const bars = new Map<number, Candle>()
  const ascending = [...points].sort((a, b) => a.timestampMs - b.timestampMs)
  for (const { timestampMs, priceUsd } of ascending) {
    if (timestampMs < fromMs || timestampMs > toMs || !(Number.isFinite(priceUsd) && priceUsd > 0)) continue
    const startMs = Math.floor(timestampMs / intervalMs[interval]) * intervalMs[interval]
    const bar = bars.get(startMs)
    bars.set(startMs, {
      startMs,
      open: bar?.open ?? priceUsd,
      high: Math.max(bar?.high ?? priceUsd, priceUsd),
      low: Math.min(bar?.low ?? priceUsd, priceUsd),
      close: priceUsd,
      volumeUsd: null,
    })
  }
  return [...bars.values()]
}
