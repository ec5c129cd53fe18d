import type { MarketData, MarketSourceReport } from '@outrigger/defi/market'
import type { Component } from './component.ts'
import type { Metrics } from './metrics.ts'

const statuses = ['unknown', 'healthy', 'degraded', 'unavailable'] as const

/** Adds metrics of the market data sources, by dataset. */
export function addMarketMetrics(metrics: Metrics, market: MarketData | null): void {
  if (market === null) return
  metrics.addGauge({
    name: 'outrigger_market_source_status',
    help: '1 for the status a source of figures of the market is in',
    labels: ['dataset', 'status'],
    read: () =>
      market
        .report()
        .flatMap(({ name, status }) =>
          statuses.map((label) => ({ labels: { dataset: name, status: label }, value: Number(status === label) })),
        ),
  })
  metrics.addGauge({
    name: 'outrigger_market_source_read_timestamp_seconds',
    help: 'When a source of figures of the market last answered rightly, Unix seconds',
    labels: ['dataset'],
    read: () =>
      market
        .report()
        .flatMap(({ name, lastReadMs }) =>
          lastReadMs === null ? [] : { labels: { dataset: name }, value: lastReadMs / 1000 },
        ),
  })
}

/** Reports the queried sources as one component of the node. Empty if no source was queried. */
export function toMarketComponent(sources: readonly MarketSourceReport[]): { readonly market_data?: Component } {
  const asked = sources.filter(({ status }) => status !== 'unknown')
  if (asked.length === 0) return {}
  const count = (wanted: MarketSourceReport['status']) => asked.filter(({ status }) => status === wanted).length
  const status = count('unavailable') > 0 ? 'unavailable' : count('degraded') > 0 ? 'degraded' : 'healthy'
  return { market_data: { status, sources: asked.length, healthy_sources: count('healthy') } }
}
