import type { HistogramSample, Metrics } from './metrics.ts'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const

export type Durations = { observe(route: string, status: number, seconds: number): void }

type Series = { readonly buckets: number[]; sum: number; count: number }

/** How long answers took, by route and status. Fed once per request, so without hashing of labels. */
export function createDurations(metrics: Metrics, name: string, help: string): Durations {
  const routes = new Map<string, Map<number, Series>>()

  function addSeries(route: string, status: number): Series {
    const series = { buckets: bounds.map(() => 0), sum: 0, count: 0 }
    routes.set(route, (routes.get(route) ?? new Map()).set(status, series))
    return series
  }
  function* read(): Iterable<HistogramSample> {
    for (const [route, statuses] of routes)
      for (const [status, series] of statuses) yield { labels: { route, status }, ...series }
  }

  metrics.addHistogram({ name, help, labels: ['route', 'status'], bounds, read })
  return {
    observe(route, status, seconds) {
      const series = routes.get(route)?.get(status) ?? addSeries(route, status)
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.sum += seconds
      series.count += 1
    },
  }
}
