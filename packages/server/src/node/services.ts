import type { Clock, RestPool, Store } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import type { MarketData } from '@outrigger/defi/market'
import {
  type BeaconOracle,
  createBeaconOracle,
  createFeeHistory,
  createGasOracle,
  createLrtOracle,
  type GasOracle,
  type LrtOracle,
} from '@outrigger/oracle'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { Logger } from 'pino'
import { addMarketMetrics } from '../metrics/marketMetrics.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { addMevMetrics } from '../metrics/mevMetrics.ts'
import { addPoolMetrics } from '../metrics/poolMetrics.ts'
import { countStore, type StoreCounts } from '../metrics/storeCounts.ts'
import { openTracing, type Tracing } from '../metrics/tracing.ts'
import { addUpstreamCalls } from '../metrics/upstreamCalls.ts'
import { addUsageMetrics } from '../metrics/usageMetrics.ts'
import { type Access, openAccess } from './access.ts'
import { type AddressIndexes, createAddressIndexes } from './addressIndexes.ts'
import type { CountingLimits } from './analytics.ts'
import { type AnalyticsServices, createAnalyticsServices } from './analyticsServices.ts'
import { type Bundles, createBundles } from './bundles.ts'
import type { NodeConfig } from './config.ts'
import { createEndedLiquidations, type EndedLiquidations } from './endedLiquidations.ts'
import { createExposures, type Exposures } from './exposures.ts'
import { createGasBacktests, type GasBacktests } from './gasBacktests.ts'
import { createGasHistories, type GasHistories } from './gasHistory.ts'
import { createLending, type Lending } from './lending.ts'
import { toLendingRegistry } from './lendingRegistry.ts'
import { createMarket } from './market.ts'
import { createMempools, type Mempools } from './mempools.ts'
import { createMevDetectors, type MevDetectors } from './mevDetectors.ts'
import { createPrices, type PriceLimits } from './prices.ts'
import { createProviders, type FamilyPools, type Pools } from './providers.ts'
import { openSelfWatch, type SelfWatch } from './selfWatch.ts'
import { openShared } from './shared.ts'
import { openStore } from './store.ts'
import { createStressTests, type StressTests } from './stressTests.ts'
import type { AggregatorLimits } from './swapSettings.ts'
import { createSwaps, type Swaps } from './swaps.ts'

/** All parts of a node except its listeners. */
export type Services = Access &
  SelfWatch &
  AnalyticsServices & {
    readonly clock: Clock
    readonly store: Store
    readonly storeCounts: StoreCounts
    readonly pools: Pools
    readonly familyPools: FamilyPools
    readonly beaconPool: RestPool | null
    readonly gas: GasOracle
    /** Null unless tracing is configured. */
    readonly tracing: Tracing | null
    readonly gasHistories: GasHistories
    readonly gasBacktests: GasBacktests
    readonly addressIndexes: AddressIndexes
    /** Null without an ethereum provider. */
    readonly lrt: LrtOracle | null
    /** Null without a beacon provider. */
    readonly beacon: BeaconOracle | null
    readonly prices: PriceOracle
    /** Null unless an external source is configured. */
    readonly market: MarketData | null
    readonly swaps: Swaps
    readonly mempools: Mempools
    readonly lending: Lending
    readonly endedLiquidations: EndedLiquidations
    readonly stressTests: StressTests
    readonly mev: MevDetectors
    readonly bundles: Bundles
    readonly exposures: Exposures
    readonly metrics: Metrics
    /** Steps that close the parts, in order. Each step may need the parts that later steps close. */
    readonly closeSteps: readonly (() => unknown)[]
  }

type Options = {
  readonly logger: Logger
  readonly clock: Clock | undefined
  readonly limits?: ServiceLimits | undefined
}

/** Constants of the services that tests and commands change. */
export type ServiceLimits = {
  readonly counting?: CountingLimits
  readonly prices?: PriceLimits
  readonly mev?: { readonly simulationsPerBlock?: number }
  readonly market?: { readonly timeoutMs?: number }
  readonly aggregators?: AggregatorLimits
}

/** @throws {StoreUnavailableError} the data directory or the database cannot be used */
export async function openServices(settings: NodeConfig, options: Options): Promise<Services> {
  const { logger, clock = systemClock, limits = {} } = options
  const { store, counts: storeCounts } = countStore(await openStore(settings))
  const providers = createProviders(settings, logger, options.clock)
  const { pools, familyPools, beaconPool } = providers
  const addressIndexes = createAddressIndexes({ settings, pools: { ...pools, ...familyPools }, logger })
  const history = createFeeHistory({ store, clock })
  const lrt = pools.ethereum ? createLrtOracle({ pool: pools.ethereum, clock }) : null
  const beacon = beaconPool ? createBeaconOracle({ pool: beaconPool, clock }) : null
  const prices = createPrices({ pools, store, clock, settings: settings.prices ?? {}, limits: limits.prices })
  const market = createMarket(settings.market ?? {}, clock, limits.market)
  const analytics = createAnalyticsServices({
    settings,
    providers,
    prices,
    store,
    clock,
    logger,
    countingLimits: limits.counting,
  })
  const swaps = createSwaps(pools, settings.swaps, limits.aggregators)
  const { mempool = 'onUse', lending: lendingSetting = 'onUse' } = settings
  const mev = createMevDetectors({ store, settings: settings.mev ?? {}, logger, clock, ...limits.mev })
  const metrics = createMetrics()
  const shared = settings.store === undefined ? null : await openShared({ settings, store, logger, metrics })
  const leases = shared?.leases
  const bundles = createBundles({ pools, store, leases, clock, settings: settings.mev ?? {}, logger })
  const mempools = createMempools({ pools, store, setting: mempool, peers: shared?.peers, onOpen: mev.start })
  const exposures = createExposures({ pools, mempools, prices, swaps, relays: settings.mev?.relays ?? [] })
  const gas = createGasOracle({ history, clock, pools: Object.values(pools), nextBlock: mempools.nextBlock })
  const endedLiquidations = createEndedLiquidations(clock)
  const lending = createLending({
    pools,
    store,
    mempools,
    gas,
    logger,
    onOpen(chain, scanner) {
      mev.addScanner(chain, scanner)
      endedLiquidations.add(chain, scanner)
    },
    setting: lendingSetting,
    registry: toLendingRegistry(settings),
    agreement: settings.lendingAgreement ?? 1,
    anticipate: mempool !== false,
  })
  const gate = await openAccess({ settings, store, clock, logger })
  const unwatchPools = addPoolMetrics(metrics, providers.all, () => clock.now())
  const tracing = settings.tracing === true ? await openTracing(providers.all) : null
  addUpstreamCalls(metrics, providers.all)
  addUsageMetrics(metrics, gate.meter)
  addMarketMetrics(metrics, market)
  addMevMetrics(metrics, () => [...mev.running.values()])
  const gasHistories = createGasHistories(history, clock)
  const self = await openSelfWatch({
    settings,
    providers,
    gas,
    gasHistories,
    prices,
    market,
    store,
    storeCounts,
    metrics,
    logger,
    clock,
    leases,
  })
  return {
    clock,
    store,
    storeCounts,
    pools,
    familyPools,
    beaconPool,
    gas,
    gasHistories,
    gasBacktests: createGasBacktests({ pools, gas, histories: gasHistories }),
    lrt,
    beacon,
    prices,
    market,
    swaps,
    addressIndexes,
    mempools,
    lending,
    endedLiquidations,
    stressTests: createStressTests({ lending, pools, clock }),
    mev,
    bundles,
    exposures,
    metrics,
    tracing,
    ...gate,
    ...self,
    ...analytics.services,
    closeSteps: [
      self.alerts.close,
      self.metricsHistory.close,
      self.figures.close,
      mev.close,
      analytics.close,
      addressIndexes.close,
      bundles.close,
      () => Promise.all([gas, lrt, beacon, prices, market, mempools, lending].map((part) => part?.close())),
      providers.close,
      history.close,
      unwatchPools,
      () => tracing?.close(),
      metrics.close,
      gate.closeLimits,
      gate.ledger.close,
      gate.keys.close,
      () => shared?.close(),
      () => store.close(),
    ],
  }
}
