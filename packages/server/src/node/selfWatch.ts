import { tmpdir } from 'node:os'
import type { Alerts } from '@outrigger/alerts'
import type { Clock, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { MarketData } from '@outrigger/defi/market'
import type { GasOracle } from '@outrigger/oracle'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { Logger } from 'pino'
import { isLoopback } from '../access/allowedIps.ts'
import { createDurations, type Durations } from '../metrics/durations.ts'
import { createMetricsHistory, type MetricsHistory } from '../metrics/history/metricsHistory.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { createNodeFigures, type NodeFigures } from '../metrics/nodeFigures.ts'
import { createRequestCounts, type RequestCounts } from '../metrics/requestCounts.ts'
import type { StoreCounts } from '../metrics/storeCounts.ts'
import { openAlerts } from './alerts.ts'
import type { NodeConfig } from './config.ts'
import { listenDefaults } from './configDefaults.ts'
import type { GasHistories } from './gasHistory.ts'
import type { Providers } from './providers.ts'

type Parts = {
  readonly settings: NodeConfig
  readonly providers: Providers
  readonly gas: GasOracle
  readonly gasHistories: GasHistories
  readonly prices: PriceOracle
  readonly market: MarketData | null
  readonly store: Store
  readonly storeCounts: StoreCounts
  readonly metrics: Metrics
  readonly logger: Logger
  readonly clock: Clock
  /** Leases of the nodes, if several nodes share one database. */
  readonly leases: Leases | undefined
}

/** The node's measurements of itself, and the alerts on them. */
export type SelfWatch = {
  readonly durations: Durations
  readonly requests: RequestCounts
  readonly figures: NodeFigures
  readonly metricsHistory: MetricsHistory
  readonly alerts: Alerts
  /** The host on which the node listens or will listen. */
  readonly reach: { host: string }
}

export async function openSelfWatch(parts: Parts): Promise<SelfWatch> {
  const { settings, providers, storeCounts, metrics, clock } = parts
  const durations = createDurations(
    metrics,
    'outrigger_http_request_duration_seconds',
    'Time from the head of a request to its answer',
  )
  const requests = createRequestCounts(durations)
  const reach = { host: settings.host ?? listenDefaults.host }
  let alerts: Alerts | undefined
  const figures = createNodeFigures({
    metrics,
    marketSources: () => parts.market?.report() ?? [],
    pools: providers.all,
    requests,
    store: storeCounts,
    clock,
    diskPath: settings.dataDir ?? tmpdir(),
    countDeadLetters: async () => (await alerts?.deliveries())?.dead.length ?? 0,
  })
  alerts = await openAlerts({
    ...parts,
    pools: providers.pools,
    figures,
    priceSettings: settings.prices ?? {},
    settings: settings.alerts ?? {},
    isLocal: () => reach.host === 'localhost' || isLoopback(reach.host),
  })
  const onFault = (error: unknown) => parts.logger.error({ err: error }, 'a sample of the metrics could not be kept')
  const metricsHistory = createMetricsHistory({ store: parts.store, figures, requests, clock, onFault })
  return { durations, requests, figures, metricsHistory, alerts, reach }
}
