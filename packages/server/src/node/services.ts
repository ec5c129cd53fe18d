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
import { createKeyring, type Keyring } from '../access/keyring.ts'
import { type Ledger, openLedger } from '../access/ledger/ledger.ts'
import { createKeyLimits, type KeyLimits } from '../access/limits/keyLimits.ts'
import { type AccessMode, withLoopback } from '../access/loopback.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import { withUsage } from '../access/withUsage.ts'
import { type CallMeter, createCallMeter } from '../gateway/callMeter.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { addMevMetrics } from '../metrics/mevMetrics.ts'
import { addPoolMetrics } from '../metrics/poolMetrics.ts'
import { countStore } from '../metrics/storeCounts.ts'
import { addUpstreamCalls } from '../metrics/upstreamCalls.ts'
import { addUsageMetrics } from '../metrics/usageMetrics.ts'
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
import { toTierSettings } from './tierSettings.ts'

/** All of a node but its listeners. */
export type Services = SelfWatch & {
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
  readonly access: AccessMode
  /** The keys of the store. */
  readonly keys: Keyring
  /** The same, with the one that stands in for programs of this machine where they need none. */
  readonly keyring: Keyring
  readonly tokens: Tokens
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  /** Of the gateway's calls. */
  readonly meter: CallMeter
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
  const { mempool = 'onUse', lending: lendingSetting = 'onUse', anticipate = true, access = 'keys' } = settings
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
  const keys = createKeyring(store, { clock })
  const onFault = (error: unknown) => logger.error({ err: error }, 'the ledger could not be written')
  const ledger = await openLedger({ store, clock, dataDir: settings.dataDir, onFault })
  const keyring = withUsage(withLoopback(keys, access), ledger)
  const keyLimits = createKeyLimits({ clock, used: ledger.used, settings: toTierSettings(settings) })
  const meter = createCallMeter(ledger)
  const metrics = createMetrics()
  const unwatchPools = addPoolMetrics(metrics, providers.all)
  addUpstreamCalls(metrics, providers.all)
  addUsageMetrics(metrics, meter)
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
      access,
      keys,
      keyring,
      ledger,
      keyLimits,
      meter,
      metrics,
      ...self,
    },
    tokens: createTokens({ store, keyring, clock }),
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
      ledger.close,
      keys.close,
      () => store.close(),
    ],
  }
}
