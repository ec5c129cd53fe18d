import type { Clock, Store } from '@outrigger/core'
import type { MarketOverview } from '@outrigger/defi/market'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { Logger } from 'pino'
import { type Counting, type CountingLimits, createCounting } from './analytics.ts'
import type { NodeConfig } from './config.ts'
import { createDexFigures, type DexFigures } from './dexFigures.ts'
import { createOverview } from './market.ts'
import type { Providers } from './providers.ts'

/** The data sources of analytics. */
export type AnalyticsServices = {
  readonly overview: MarketOverview
  readonly counting: Counting
  readonly dexFigures: DexFigures
}

type Parts = {
  readonly settings: NodeConfig
  readonly providers: Providers
  readonly prices: PriceOracle
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  readonly countingLimits?: CountingLimits | undefined
}

export function createAnalyticsServices(parts: Parts) {
  const { settings, providers, prices, store, clock, logger, countingLimits: limits } = parts
  const { analytics = {}, prices: { coingecko = {} } = {} } = settings
  const { pools, familyPools } = providers
  const overview = createOverview(analytics, coingecko, clock)
  const counting = createCounting({ pools, familyPools, store, clock, logger, settings: analytics, limits })
  const dexFigures = createDexFigures({ pools, prices, clock })
  const close = async () => {
    overview.close()
    dexFigures.close()
    await counting.close()
  }
  const services: AnalyticsServices = { overview, counting, dexFigures }
  return { services, close }
}
