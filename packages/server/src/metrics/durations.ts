import type { HistogramSample, Metrics } from './metrics.ts'

/** Upper bounds of the buckets in seconds. */
export const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

export type Durations = {
  observe(route: string, status: number, seconds: number): void
  /** Returns the totals of all routes. */
  totals(): {
    readonly count: number
    /** Answers with status 5xx. */
    readonly failed: number
    /** Answers with status 429. */
    readonly limited: number
    readonly seconds: number
    readonly buckets: readonly number[]
  }
}

type Series = { readonly buckets: number[]; sum: number; count: number }

/** Records the duration of answers by route and status. Called for every request, so it avoids hashing labels. */
export function createDurations(metrics: Metrics, name: string, help: string): Durations {
  const routes = new Map<string, Map<number, Series>>()

  function addSeries(route: string, status: number): Series {
    const series = { buckets: durationBounds.map(() => 0), sum: 0, count: 0 }
    routes.set(route, (routes.get(route) ?? new Map()).set(status, series))
    return series
  }
  function* read(): Generator<HistogramSample> {
    for (const [route, statuses] of routes)
      for (const [status, series] of statuses) yield { labels: { route, status }, ...series }
  }

  metrics.addHistogram({ name, help, labels: ['route', 'status'], bounds: durationBounds, read })
  return {
    observe(route, status, seconds) {
      const series = routes.get(route)?.get(status) ?? addSeries(route, status)
      const bucket = durationBounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.sum += seconds
      series.count += 1
    },
    totals() {
      const buckets = durationBounds.map(() => 0)
      const totals = { count: 0, failed: 0, limited: 0, seconds: 0 }
      for (const { labels, ...series } of read()) {
        totals.count += series.count
        totals.seconds += series.sum
        if (Number(labels['status']) >= 500) totals.failed += series.count
        if (labels['status'] === 429) totals.limited += series.count
        for (const [index, value] of series.buckets.entries()) buckets[index] = (buckets[index] ?? 0) + value
      }
      return { ...totals, buckets }
    },
  }
}

/**
 * Returns a quantile of durations counted in buckets. Interpolates linearly within a bucket, like Prometheus. Returns the last
 * bound
 * for longer durations, or undefined without any durations.
 */
export function toQuantileMs(buckets: readonly number[], count: number, q: number): number | undefined {
  if (count === 0) return undefined
  const rank = q * count
  let below = 0
  for (const [index, value] of buckets.entries()) {
    const [low, high] = [durationBounds[index - 1] ?? 0, durationBounds[index] as number]
    if (value > 0 && below + value >= rank) return 1000 * (low + ((high - low) * (rank - below)) / value)
    below += value
  }
  return 1000 * (durationBounds.at(-1) as number)
}
