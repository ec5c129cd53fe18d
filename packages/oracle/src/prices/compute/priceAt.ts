import type { LocalBar } from '../history/localBar.ts'

/**
 * Returns the price of a token at a given time, interpolated between the sightings before and after that time.
 * Returns null if the nearest sighting is further away than `maxGapMs`. `bars` must be in ascending order.
 *
 * @example computePriceAt(bars, nowMs - 86_400_000, 3_600_000)
 */
export function computePriceAt(bars: readonly LocalBar[], atMs: number, maxGapMs: number): number | null {
  const sightings = bars.flatMap(({ open, close, firstMs, lastMs }) => [
    { priceUsd: open, atMs: firstMs },
    { priceUsd: close, atMs: lastMs },
  ])
  const before = sightings.findLast((one) => one.atMs <= atMs)
  const after = sightings.find((one) => one.atMs >= atMs)
  const nearest = Math.min(...[before, after].flatMap((one) => (one ? [Math.abs(one.atMs - atMs)] : [])))
  if (!(nearest <= maxGapMs)) return null
  if (before === undefined || after === undefined) return (before ?? after)?.priceUsd ?? null
  const span = after.atMs - before.atMs
  return span === 0
    ? before.priceUsd
    : before.priceUsd + ((after.priceUsd - before.priceUsd) * (atMs - before.atMs)) / span
}
