import { metrics } from '@outrigger/api/contract'
import { type ChainName, chains, type Store } from '@outrigger/core'
import { readStoredBars } from '@outrigger/data/internal'
import { toMetricPoints } from '@outrigger/server/internal'
import type { Table } from '../../rows/schema.ts'
import { toMetricRows } from '../../rows/series.ts'

const intervals = { hourly: '1h', daily: '1d' } as const
const daySeconds = 86_400

export async function* readSeries(store: Store): AsyncGenerator<Table> {
  const toTime = Math.floor(Date.now() / 1000) + daySeconds
  for (const chain of Object.keys(chains) as ChainName[])
    for (const [aggregation, interval] of Object.entries(intervals)) {
      // Addresses of an hour are no metric, and take a document each.
      const withAddresses = aggregation === 'daily'
      const bars = await readStoredBars(store, chain, { interval, withAddresses, fromTime: 0, toTime })
      for (const metric of metrics) {
        if (!metric.chains.includes(chain) || !metric.aggregations.some((one) => one === aggregation)) continue
        const series = { chain, metric: metric.id, unit: metric.unit, aggregation }
        yield toMetricRows(series, toMetricPoints(metric, chain, bars))
      }
    }
}
