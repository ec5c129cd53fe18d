import { intervalMs } from '../compute/toCandles.ts'
import type { Candle, CandleInterval } from '../priceSource.ts'

/** A bar of prices that this node has read itself. */
export type LocalBar = Omit<Candle, 'volumeUsd'> & {
  /** Times of the first and last sighting. */
  readonly firstMs: number
  readonly lastMs: number
  readonly count: number
}

/** Bars of one token within one span, by start. They are one document of the store. */
export type LocalBars = { readonly bars: readonly LocalBar[] }

/** Number of bars per document, and how long they are kept. */
export const localSpans = {
  '1h': { barsPerDocument: 48, keptMs: 92 * 86_400_000 },
  '1d': { barsPerDocument: 64, keptMs: 3 * 366 * 86_400_000 },
} as const satisfies Record<CandleInterval, { readonly barsPerDocument: number; readonly keptMs: number }>

/** Returns the key of the document that contains a time. Keys of one token and interval sort by time. */
export function toDocumentKey(tokenKey: string, interval: CandleInterval, atMs: number): string {
  const span = intervalMs[interval] * localSpans[interval].barsPerDocument
  return `${tokenKey}:${interval}:${String(Math.floor(atMs / span)).padStart(8, '0')}`
}

/** Adds one sighting to the bars. */
export function addSighting(
  { bars }: LocalBars,
  interval: CandleInterval,
  { priceUsd, atMs }: { readonly priceUsd: number; readonly atMs: number },
): LocalBars {
  const startMs = Math.floor(atMs / intervalMs[interval]) * intervalMs[interval]
  const known = bars.find((bar) => bar.startMs === startMs)
  const bar: LocalBar =
    known === undefined
      ? {
          startMs,
          open: priceUsd,
          high: priceUsd,
          low: priceUsd,
          close: priceUsd,
          firstMs: atMs,
          lastMs: atMs,
          count: 1,
        }
      : atMs < known.lastMs
        ? known
        : {
            ...known,
            high: Math.max(known.high, priceUsd),
            low: Math.min(known.low, priceUsd),
            close: priceUsd,
            lastMs: atMs,
            count: known.count + 1,
          }
  return { bars: [...bars.filter((one) => one.startMs !== startMs), bar].sort((a, b) => a.startMs - b.startMs) }
}

const fewestSightings = 6
const unseenShare = 0.1

/**
 * Returns whether sightings cover a bar from its beginning to its end or to the current time. Otherwise its high or
 * low may be missing.
 */
export function isWhole(
  { startMs, firstMs, lastMs, count }: LocalBar,
  interval: CandleInterval,
  nowMs: number,
): boolean {
  const length = intervalMs[interval]
  const unseenMs = unseenShare * length
  const endMs = Math.min(startMs + length, nowMs)
  return count >= fewestSightings && firstMs - startMs <= unseenMs && endMs - lastMs <= unseenMs
}
