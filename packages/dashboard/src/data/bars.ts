/** Values at regular times, with null for each time without a value, so that a chart shows the gap. */
export type Regular<Bar> = { readonly seconds: readonly number[]; readonly bars: readonly (Bar | null)[] }

/**
 * Puts bars at regular times. A time between two bars that has none becomes a gap.
 *
 * @param bars in chronological order, with the start of each bar as ISO time
 * @example
 * toRegular([{ timestamp: '2026-01-01T00:00:00Z' }, { timestamp: '2026-01-01T02:00:00Z' }], 3600).bars // [{ … }, null, { … }]
 */
export function toRegular<Bar extends { readonly timestamp: string }>(
  bars: readonly Bar[],
  stepSeconds: number,
): Regular<Bar> {
  const starts = bars.map(({ timestamp }) => Date.parse(timestamp) / 1000)
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return { seconds: [], bars: [] }
  const byStart = new Map(starts.map((start, index) => [start, bars[index] as Bar]))
  const steps = Math.round((last - first) / stepSeconds)
  const regular = Array.from({ length: steps + 1 }, (_, index) => first + index * stepSeconds)
  const seconds = [...new Set([...regular, ...starts])].sort((a, b) => a - b)
  return { seconds, bars: seconds.map((start) => byStart.get(start) ?? null) }
}
