import {
  Counter,
  Gauge,
  type LabelValues,
  type Metric,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** One value of a metric that is counted elsewhere. */
export type Sample = { readonly labels: LabelValues<string>; readonly value: number }
export type HistogramSample = {
  readonly labels: LabelValues<string>
  /** Observations in each bucket, not cumulative. Those above the last bound are only in `count`. */
  readonly buckets: readonly number[]
  readonly sum: number
  readonly count: number
}

/** A snapshot of the metrics of a process, as data. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

type Description = { readonly name: string; readonly help: string; readonly labels?: readonly string[] }
type Sampled<sample> = Description & {
  /** Called at each scrape. */
  readonly read: () => Iterable<sample>
}

type SampledHistogram = Sampled<HistogramSample> & { readonly bounds: readonly number[] }

/**
 * The metrics of one node. Most values are read at each scrape from counters in the parts themselves, because hashing label sets
 * for each request would cost more than the counting.
 */
export type Metrics = {
  addGauge(gauge: Sampled<Sample>): void
  addCounter(counter: Sampled<Sample>): void
  addHistogram(histogram: SampledHistogram): void
  /** Creates a counter for rare events. */
  createCounter(counter: Description): { inc(labels: LabelValues<string>): void }
  snapshot(): Promise<MetricsSnapshot>
  /** Returns the metrics in Prometheus text format. */
  render(): Promise<string>
  readonly contentType: string
  close(): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const toConfiguration = ({ name, help, labels = [] }: Description) => ({
    name,
    help,
    labelNames: [...labels],
    registers,
  })
  return {
    addGauge({ read, ...description }) {
      new Gauge({
        ...toConfiguration(description),
        collect() {
          this.reset()
          for (const { labels, value } of read()) this.set(labels, value)
        },
      })
    },
    addCounter({ read, ...description }) {
      new Counter({
        ...toConfiguration(description),
        collect() {
          this.reset()
          for (const { labels, value } of read()) this.inc(labels, value)
        },
      })
    },
    addHistogram: (histogram) => registry.registerMetric(toHistogram(histogram)),
    createCounter: (description) => new Counter(toConfiguration(description)),
    snapshot: () => registry.getMetricsAsJSON(),
    render: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

/**
 * Creates a histogram from existing buckets, which prom-client's class does not accept. A registry needs only the name and values
 * of a metric.
 */
function toHistogram({ name, help, bounds, read }: SampledHistogram): Metric {
  const get = async () => ({ name, help, type: 'histogram', values: [...read()].flatMap(toValues), aggregator: 'sum' })
  const toValues = ({ labels, buckets, sum, count }: HistogramSample) => {
    let below = 0
    const cumulated = bounds.map((bound, index) => {
      below += buckets[index] ?? 0
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: below }
    })
    return [
      ...cumulated,
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
  return { name, get } as unknown as Metric
}
