import type {
  FindingsParameters,
  GasHistoryParameters,
  GasHistoryReading,
  LiquidationParameters,
  LiquidationWatchParameters,
  MempoolParameters,
  Outrigger,
  PositionParameters,
  StopWatching,
  WatchParameters,
} from '@outrigger/api'
import { gasChains } from '@outrigger/api/contract'
import type { ChainName } from '@outrigger/core'
import type { Opportunity, PositionHealth } from '@outrigger/defi'
import type { MarketData } from '@outrigger/defi/market'
import type { MempoolFilter, MempoolStats, MempoolStatus, MempoolTransaction } from '@outrigger/mempool'
import {
  type BeaconOracle,
  ChainNotServedError,
  type GasOracle,
  type GasPrice,
  type LrtOracle,
} from '@outrigger/oracle'
import type { PriceOracle } from '@outrigger/oracle/prices'
import type { Address } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toNotConfigured } from './chainErrors.ts'
import type { EndedLiquidation, EndedLiquidations } from './endedLiquidations.ts'
import type { Exposures } from './exposures.ts'
import { createFindingFilter, type FindingConditions } from './findingFilter.ts'
import { type FindingListeners, followFindings, type ReportedFinding, toReported } from './findingNotice.ts'
import type { GasBacktests } from './gasBacktests.ts'
import { type GasHistories, readGasHistory } from './gasHistory.ts'
import { toGasHistoryReading } from './gasHistoryReading.ts'
import { createInclusion } from './inclusion.ts'
import type { Lending } from './lending.ts'
import { createOpportunityFilter, getLiquidations, type Liquidations } from './liquidations.ts'
import { requireMarket } from './market.ts'
import { type Mempools, openMempool } from './mempools.ts'
import { getFindings, getMevStatus, type MevDetectors, type MevStatus, openMev } from './mevDetectors.ts'
import { requirePool } from './perChain.ts'
import type { Pools } from './providers.ts'
import type { StressTests } from './stressTests.ts'

/**
 * The API of an in-process node: the functions of `createClient` in `@outrigger/api`, with the full values of the library.
 * Assignable to `Outrigger` of that package, so that a bot can switch by changing its constructor.
 *
 * All functions throw {@link InvalidChainError} for a chain that is not served, and {@link UpstreamUnavailableError} if no
 * provider is configured or responds. Watches report both to `onError`.
 */
export type NodeApi = {
  readonly gas: GasOracle & {
    /** Returns the fees for inclusion before a deadline: by default those of `inclusion.fast`. */
    readonly inclusion: Outrigger['gas']['inclusion']
    /** Replays up to 2000 of the newest blocks, at most every five minutes. */
    readonly backtest: Outrigger['gas']['backtest']
    /** Returns gas costs over 1 to 365 days, 7 by default. Missing history is read within the budget of one request. */
    history(chain: ChainName, options?: GasHistoryParameters): Promise<GasHistoryReading>
    watch(chain: ChainName, parameters: GasWatchParameters): StopWatching
  }
  /** Throws {@link UpstreamUnavailableError} without an ethereum provider. */
  readonly lrt: LrtOracle
  /** Throws {@link UpstreamUnavailableError} without a beacon provider. */
  readonly beacon: BeaconOracle
  /** Prices of tokens, each the median of several sources. */
  readonly prices: PriceOracle
  /** Figures of DefiLlama. Throws {@link UpstreamUnavailableError} unless `market.defillama` is enabled. */
  readonly market: Pick<MarketData, 'getTvl' | 'getYields' | 'getVolumes' | 'getSummary'>
  /** Lending positions of an address at the latest block. */
  readonly positions: { get(chain: ChainName, parameters: PositionParameters): Promise<PositionHealth> }
  /** Liquidations of every account. Books of borrowers are kept from the first call on. */
  readonly liquidations: {
    get(chain: ChainName, parameters?: LiquidationParameters): Promise<Liquidations>
    /** Liquidations that were profitable and no longer are, recorded since the books of the chain were opened. */
    getEnded(chain: ChainName): Promise<Ended>
    /** Evaluates all positions, at most every 1 to 30 s. */
    readonly getStressTest: Outrigger['liquidations']['getStressTest']
    watch(
      chain: ChainName,
      parameters: Omit<LiquidationWatchParameters, 'onOpportunity'> & {
        /** Called for the current opportunities, then for each new one, and again when its value changes by at least 1 %. */
        onOpportunity(opportunity: Opportunity): void
      },
    ): StopWatching
  }
  readonly mev: {
    /** Exposure of a transaction. Reads only the pools on its path and those that price its tokens. */
    getExposure: Outrigger['mev']['getExposure']
    /** Findings of the chain's MEV detector, which starts with its mempool. */
    getFindings(chain: ChainName, parameters?: FindingsParameters): Promise<ReportedFindings>
    /** Pools of that detector, and the score of its past findings. */
    getStatus(chain: ChainName): Promise<MevStatus>
    watch(
      chain: ChainName,
      parameters: WatchParameters & FindingConditions & FindingListeners<ReportedFinding>,
    ): StopWatching
  }
  /** The mempool is watched from the first request on. */
  readonly mempool: {
    get(chain: ChainName, parameters?: MempoolParameters): Promise<PendingTransactions>
    status(chain: ChainName): Promise<MempoolStatus>
    stats(chain: ChainName): Promise<MempoolStats>
    watch(
      chain: ChainName,
      parameters: WatchParameters & MempoolFilter & { onTransaction(transaction: MempoolTransaction): void },
    ): StopWatching
  }
}

type Ended = { readonly chain: string; readonly opportunities: readonly EndedLiquidation[] }

export type PendingTransactions = {
  readonly chain: string
  /** Pending transactions, highest priority first. */
  readonly transactions: readonly MempoolTransaction[]
  /**
   * Null while a provider responds, otherwise the time of the last response. In that case only transactions that cannot
   * have been mined since are listed.
   */
  readonly asOfMs: number | null
}

export type ReportedFindings = {
  readonly chain: string
  /** Block of the pools on which the detector works. Null before its first block. */
  readonly blockNumber: bigint | null
  /** Number of findings that match, also beyond `limit`. */
  readonly total: number
  /** Findings, most profitable first. */
  readonly findings: readonly ReportedFinding[]
  /** Null while a provider responds, otherwise the time of the last response. */
  readonly asOfMs: number | null
}

type GasWatchParameters = WatchParameters & {
  /** Called with the current price, then with the price of each new block, or of the same block from another source. */
  onPrice(price: GasPrice): void
}

type Parts = {
  readonly pools: Pools
  readonly gas: GasOracle
  readonly gasHistories: GasHistories
  readonly gasBacktests: GasBacktests
  readonly lrt: LrtOracle | null
  readonly beacon: BeaconOracle | null
  readonly prices: PriceOracle
  readonly market: MarketData | null
  readonly lending: Lending
  readonly endedLiquidations: EndedLiquidations
  readonly stressTests: StressTests
  readonly mempools: Mempools
  readonly exposures: Exposures
  readonly mev: MevDetectors
}

export function createNodeQuestions(parts: Parts): NodeApi {
  const { pools, gas, gasHistories, gasBacktests, lrt, beacon, prices, market } = parts
  const { lending, endedLiquidations, stressTests, mempools, exposures, mev } = parts
  return {
    gas: Object.assign(gas, {
      inclusion: createInclusion(pools, gas),
      backtest: gasBacktests.get,
      async history(chain: ChainName, { days = 7, interval = '1h' }: GasHistoryParameters = {}) {
        const pool = requirePool(pools, chain, gasChains)
        if (!(days >= 1 && days <= 365)) throw new InvalidParameterError([{ path: 'days', message: 'is 1 to 365' }])
        const span = { seconds: days * 86_400, resolution: interval }
        return toGasHistoryReading(await readGasHistory(gasHistories, pool, span))
      },
      watch: (chain: ChainName, parameters: GasWatchParameters) => watchGas(gas, chain, parameters),
    }),
    lrt: lrt ?? createUnconfigured('ethereum'),
    beacon: beacon ?? createUnconfigured('beacon'),
    prices,
    market: {
      getTvl: async (question) => requireMarket(market).getTvl(question),
      getYields: async (question) => requireMarket(market).getYields(question),
      getVolumes: async (question) => requireMarket(market).getVolumes(question),
      getSummary: async () => requireMarket(market).getSummary(),
    },
    positions: {
      async get(chain, { address, protocol }) {
        const health = await lending.getHealth(chain, address, protocol)
        // Addresses are in lower case everywhere else in this API.
        return { ...health, address: health.address.toLowerCase() as Address }
      },
    },
    liquidations: {
      get: (chain, parameters) => getLiquidations(parts, chain, parameters),
      async getEnded(chain) {
        await lending.getReady(chain)
        return { chain, opportunities: endedLiquidations.list(chain) }
      },
      getStressTest: stressTests.get,
      watch: (chain, parameters) => watchLiquidations(lending, chain, parameters),
    },
    mev: {
      getExposure: exposures.get,
      async getFindings(chain, parameters) {
        const { records, ...found } = await getFindings({ mempools, mev, lending }, chain, parameters)
        return { ...found, findings: records.map(toReported) }
      },
      getStatus: (chain) => getMevStatus({ mempools, mev, lending }, chain),
      watch: (chain, { onFound, onChanged, onGone, onError, onGap: _, ...conditions }) =>
        startWatch(onError, () =>
          followFindings(
            openMev({ mempools, mev, lending }, chain, conditions.types).feed,
            createFindingFilter(conditions),
            {
              onFound,
              ...(onChanged && { onChanged }),
              ...(onGone && { onGone }),
            },
          ),
        ),
    },
    mempool: {
      async get(chain, { type, limit = 100, ...filter } = {}) {
        const { watcher, asOfMs } = await openMempool(mempools, chain)
        return {
          chain,
          transactions: watcher.pending({ ...filter, ...(type && { types: [type] }) }, limit),
          asOfMs,
        }
      },
      status: async (chain) => (await mempools.getReady(chain)).status(),
      stats: async (chain) => (await openMempool(mempools, chain)).watcher.stats(),
      watch: (chain, { onTransaction, onError, onGap: _, ...filter }) =>
        startWatch(onError, () => ({ stop: mempools.get(chain).watch(filter, onTransaction) })),
    },
  }
}

function watchGas(gas: GasOracle, chain: ChainName, { onPrice, onError }: GasWatchParameters): StopWatching {
  return startWatch(onError, () => {
    if (!gas.chains.includes(chain)) throw new ChainNotServedError(chain, gas.chains)
    const stops = [
      gas.on('update', (price) => price.chain === chain && onPrice(price)),
      gas.on('failure', (failure) => failure.chain === chain && onError(failure.error)),
    ]
    const known = gas.peek(chain)
    const stop = () => {
      for (const end of stops) end()
    }
    return { begin: () => known && onPrice(known), stop }
  })
}

function watchLiquidations(
  lending: Lending,
  chain: ChainName,
  parameters: Parameters<NodeApi['liquidations']['watch']>[1],
): StopWatching {
  const { minProfitUsd, protocols, includePending = false, onOpportunity, onError } = parameters
  return startWatch(onError, () => {
    lending.protocols(chain, protocols, 'protocols')
    const matches = createOpportunityFilter({ minProfitUsd, protocols })
    const tell = (opportunity: Opportunity) => {
      // Opportunities that depend on a pending update go only to watchers with `includePending`.
      if ((opportunity.pendingUpdate === null || includePending) && matches(opportunity)) onOpportunity(opportunity)
    }
    const scanner = lending.get(chain)
    return { begin: () => scanner.opportunities().forEach(tell), stop: scanner.on('opportunity', tell) }
  })
}

type Watch = { readonly begin?: () => void; readonly stop: StopWatching }

/** Reports nothing, not even an error, before the caller has received the function that ends the watch. */
function startWatch(onError: (error: unknown) => void, start: () => Watch): StopWatching {
  let isStopped = false
  const later = (tell: () => void) => queueMicrotask(() => isStopped || tell())
  try {
    const { begin, stop } = start()
    if (begin) later(begin)
    return () => {
      isStopped = true
      stop()
    }
  } catch (error) {
    later(() => onError(error))
    return () => {
      isStopped = true
    }
  }
}

/** Replaces an oracle that has no provider. */
function createUnconfigured(name: string): LrtOracle & BeaconOracle {
  const close = async () => {}
  return {
    get: async () => {
      throw toNotConfigured(name)
    },
    clear: () => false,
    close,
    [Symbol.asyncDispose]: close,
  }
}
