import type { Clock, RestPool, Store } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
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
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { addMevMetrics } from '../metrics/mevMetrics.ts'
import { addPoolMetrics } from '../metrics/poolMetrics.ts'
import { countStore } from '../metrics/storeCounts.ts'
import { addUpstreamCalls } from '../metrics/upstreamCalls.ts'
import { addUsageMetrics } from '../metrics/usageMetrics.ts'
import { type Access, openAccess } from './access.ts'
import type { NodeConfig } from './config.ts'
import { createGasHistories, type GasHistories } from './gasHistory.ts'
import { createLending, type Lending } from './lending.ts'
import { toLendingRegistry } from './lendingSettings.ts'
import { createMempools, type Mempools } from './mempools.ts'
import { createMevDetectors, type MevDetectors } from './mevDetectors.ts'
import { createPrices } from './prices.ts'
import { createProviders, type Pools } from './providers.ts'
import { openSelfWatch, type SelfWatch } from './selfWatch.ts'
import { openStore } from './store.ts'

/** All of a node but its listeners. */
export type Services = Access &
  SelfWatch & {
    readonly clock: Clock
    readonly store: Store
    readonly pools: Pools
    readonly beaconPool: RestPool | null
    readonly gas: GasOracle
    readonly gasHistories: GasHistories
    /** Null without an ethereum provider. */
    readonly lrt: LrtOracle | null
    /** Null without a beacon provider. */
    readonly beacon: BeaconOracle | null
    readonly prices: PriceOracle
    readonly mempools: Mempools
    readonly lending: Lending
    readonly mev: MevDetectors
    readonly metrics: Metrics
    /** In order: each may need the ones after it. */
    readonly closeSteps: readonly (() => unknown)[]
  }

type Options = { readonly logger: Logger; readonly clock: Clock | undefined }

/** @throws {StoreUnavailableError} the data directory cannot be used */
export async function openServices(settings: NodeConfig, options: Options): Promise<Services> {
  const { logger, clock = systemClock } = options
  const { store, counts: storeCounts } = countStore(await openStore(settings.dataDir))
  const providers = createProviders(settings, logger, options.clock)
  const { pools, beaconPool } = providers
  const history = createFeeHistory({ store, clock })
  const gas = createGasOracle({ pools: Object.values(pools), history, clock })
  const lrt = pools.ethereum ? createLrtOracle({ pool: pools.ethereum, clock }) : null
  const beacon = beaconPool ? createBeaconOracle({ pool: beaconPool, clock }) : null
  const prices = createPrices({ pools, store, clock, settings: settings.prices ?? {} })
  const { mempool = 'onUse', lending: lendingSetting = 'onUse', anticipate = true } = settings
  const mev = createMevDetectors({ store, settings: settings.mev ?? {}, logger })
  const mempools = createMempools({ pools, store, setting: mempool, onOpen: mev.start })
  const lending = createLending({
    pools,
    store,
    mempools,
    gas,
    logger,
    onOpen: mev.addScanner,
    setting: lendingSetting,
    registry: toLendingRegistry(settings),
    agreement: settings.lendingAgreement ?? 1,
    anticipate: anticipate && mempool !== false,
  })
  const gate = await openAccess({ settings, store, clock, logger })
  const metrics = createMetrics()
  const unwatchPools = addPoolMetrics(metrics, providers.all)
  addUpstreamCalls(metrics, providers.all)
  addUsageMetrics(metrics, gate.meter)
  addMevMetrics(metrics, () => [...mev.running.values()])
  const gasHistories = createGasHistories(history, clock, settings.gasHistory)
  const self = await openSelfWatch({
    ...{ settings, providers, gas, gasHistories, prices, store, storeCounts, metrics, logger, clock },
  })
  return {
    ...{
      clock,
      store,
      pools,
      beaconPool,
      gas,
      gasHistories,
      lrt,
      beacon,
      prices,
      mempools,
      lending,
      mev,
      metrics,
      ...gate,
      ...self,
    },
    closeSteps: [
      self.alerts.close,
      self.metricsHistory.close,
      self.figures.close,
      mev.close,
      () =>
        Promise.all([gas.close(), lrt?.close(), beacon?.close(), prices.close(), mempools.close(), lending.close()]),
      providers.close,
      history.close,
      unwatchPools,
      metrics.close,
      gate.ledger.close,
      gate.keys.close,
      () => store.close(),
    ],
  }
}
