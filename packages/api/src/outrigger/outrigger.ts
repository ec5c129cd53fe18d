import type { ChainName } from '../contract/chains.ts'
import type { QueryOf } from '../contract/contract.ts'
import type { LiquidationStreamFilter } from '../contract/defiStream.ts'
import type { MempoolStreamFilter } from '../contract/mempoolStream.ts'
import type { MevStreamFilter } from '../contract/mevFinding.ts'
import type { Reading } from '../contract/record.ts'
import type { AlertQuestions } from './alertQuestions.ts'
import type { AnalyticsQuestions } from './analyticsQuestions.ts'
import type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from './marketReadings.ts'
import type {
  BacktestReading,
  BeaconReading,
  ComparisonReading,
  EndedLiquidationsReading,
  FindingReading,
  FindingsReading,
  GasHistoryReading,
  GasReading,
  GoneFinding,
  InclusionReading,
  LiquidationNotice,
  LiquidationsReading,
  LrtReading,
  MempoolReading,
  MempoolStatsReading,
  MempoolStatusReading,
  MevStatusReading,
  PendingReading,
  PositionsReading,
  PriceHistoryReading,
  PriceReading,
  StressTestReading,
  TransactionExposureReading,
} from './readings.ts'

/** Stops the watch that returned it. */
export type StopWatching = () => void

/** Callbacks of every watch. */
export type WatchParameters = {
  /**
   * Called with every error. The watch continues, except over the wire after an error without `retryable: true`, such as
   * an unknown chain, an invalid filter or an invalid key.
   */
  onError(error: unknown): void
  /**
   * Called when events are missing. `dropped` is their number if the client read too slowly from a stream that cannot
   * resume, or null (unknown) after a reconnect. In process no event is missed.
   */
  onGap?(gap: { readonly dropped: number | null }): void
}

/** Callbacks of a gas watch. */
export type GasWatchParameters = WatchParameters & {
  /** Called with the current price, then for each new block, and when the source of the price changes. */
  onPrice(price: GasReading): void
}

/** Period of a gas history in days, and width of its bars. */
export type GasHistoryParameters = { readonly days?: number; readonly interval?: '1h' | '6h' | '1d' }

/** Deadline and probability of an inclusion. @interface */
export type InclusionParameters = QueryOf<'gasInclusion'>

/** Address whose positions to read, and the protocol. */
export type PositionParameters = {
  /** Lower or upper case, or mixed case with a valid EIP-55 checksum. */
  readonly address: string
  /** Id of the lending protocol to read. @default all protocols of the chain */
  readonly protocol?: string
}

/** Filters of a query for liquidations. @interface */
export type LiquidationParameters = QueryOf<'defiOpportunities'>

/** Filters and callbacks of a liquidation watch. @interface */
export type LiquidationWatchParameters = WatchParameters &
  Reading<typeof LiquidationStreamFilter> & {
    /** Called with the current opportunities, then with each new one, and again when its profit changes by at least 1 %. */
    onOpportunity(opportunity: LiquidationNotice): void
  }

/** Filters of a query for pending transactions. @interface */
export type MempoolParameters = QueryOf<'mempoolPending'>

/** Filters and callbacks of a mempool watch. A transaction must pass all filters. @interface */
export type MempoolWatchParameters = WatchParameters &
  Reading<typeof MempoolStreamFilter> & {
    /** Called with each new transaction that passes the filters. */
    onTransaction(transaction: PendingReading): void
  }

type Hex = `0x${string}`

/** A transaction: its signed bytes, the hash of a pending one, or an unsigned call. Amounts in wei. */
export type TransactionForm =
  | { readonly rawTransaction: Hex }
  | { readonly hash: Hex }
  | { readonly from: Hex; readonly to: Hex; readonly data: Hex; readonly value?: bigint }
/** Filters of a query for MEV findings. @interface */
export type FindingsParameters = QueryOf<'mevFindings'>

/**
 * Filters and callbacks of a watch of MEV findings. A finding must pass all filters. After `onGap`, the current findings are
 * reported again with `onFound`.
 *
 * @interface
 */
export type FindingWatchParameters = WatchParameters &
  Reading<typeof MevStreamFilter> & {
    /** Called with the current findings, then with each new one. */
    onFound(finding: FindingReading): void
    /** Called when the estimated profit of a finding has changed by at least 1 %. */
    onChanged?(finding: FindingReading): void
    /** Called when a finding has expired or no longer passes the filters. */
    onGone?(gone: GoneFinding): void
  }

/** Filters of a query for value locked. */
export type TvlParameters = {
  /** Id, name or slug of a protocol or of a family of protocols: `aave_v3`, `aave`. @default all */
  readonly protocol?: string
  /** @default all */
  readonly chain?: string
  /** Maximum number of protocols in the list. @default all */
  readonly limit?: number
}

/** Filters of a query for yields. @interface */
export type YieldsParameters = QueryOf<'yields'>

/** Filters of a query for volumes. */
export type VolumesParameters = {
  readonly chain?: string
  /** Id, name or slug of a DEX or of a family of DEXes: `uniswap_v3`, `uniswap`. @default all */
  readonly dex?: string
  /** Period that orders the DEXes and that `totalUsd` sums. @default 24h */
  readonly period?: '24h' | '7d' | '30d'
  /** Maximum number of DEXes in the list. @default all */
  readonly limit?: number
}

/**
 * The functions that a bot uses. A node in the same process (`createNode` of `@outrigger/server`) and the client of a
 * remote node (`createClient`) both implement this type. Names, units (wei as `bigint`, times in ms) and meaning are the
 * same. Fields that the wire rounds are documented as such.
 *
 * Errors of both have `code` and `retryable`.
 *
 * @example
 * const outrigger: Outrigger = url ? createClient({ url, apiKey }) : await createNode({ chains })
 * const { tiers } = await outrigger.gas.get('ethereum')
 */
export type Outrigger = {
  readonly gas: {
    get(chain: ChainName): Promise<GasReading>
    /** Returns the fees to put into a transaction. @param options deadline and probability: by default 60 s and 0.95 */
    inclusion(chain: ChainName, options?: InclusionParameters): Promise<InclusionReading>
    /** @param options 1 to 365 days (default 7) and the width of a bar (default 1h) */
    history(chain: ChainName, options?: GasHistoryParameters): Promise<GasHistoryReading>
    /** Replays the newest blocks: how often stated confidences came true, and how much other estimators overpay. */
    backtest(chain: ChainName): Promise<BacktestReading>
    watch(chain: ChainName, parameters: GasWatchParameters): StopWatching
  }
  readonly lrt: {
    /** `partial` omits tokens that cannot be read. Over the wire this is the case if `tokens` is not given. */
    get(selection?: { readonly tokens?: readonly string[]; readonly partial?: boolean }): Promise<LrtReading>
  }
  readonly beacon: { get(): Promise<BeaconReading> }
  /** Prices of tokens by symbol or address. Each price is the median of several sources. */
  readonly prices: {
    get(chain: ChainName, symbolOrAddress: string): Promise<PriceReading>
    /** Returns the prices on the named exchanges and DEXes. */
    compare(chain: ChainName, symbolOrAddress: string, exchanges: readonly string[]): Promise<ComparisonReading>
    /** @param options 1 to 365 days (default 30) and the width of a bar (default 1d) */
    history(
      chain: ChainName,
      symbolOrAddress: string,
      options?: { readonly days?: number; readonly interval?: '1h' | '1d' | '1w' },
    ): Promise<PriceHistoryReading>
  }
  /** Value locked, yields and volumes from DefiLlama, if the configuration of the node enables it. */
  readonly market: {
    getTvl(parameters?: TvlParameters): Promise<TvlReading>
    getYields(parameters?: YieldsParameters): Promise<YieldsReading>
    getVolumes(parameters?: VolumesParameters): Promise<VolumesReading>
    getSummary(): Promise<MarketSummaryReading>
  }
  /** Metrics of chains, tokens, protocols and the whole market. */
  readonly analytics: AnalyticsQuestions
  /** Alerts on gas, prices, and the performance, health and machine of the node. */
  readonly alerts: AlertQuestions
  /** Lending positions of an address at the latest block. */
  readonly positions: { get(chain: ChainName, parameters: PositionParameters): Promise<PositionsReading> }
  readonly liquidations: {
    get(chain: ChainName, parameters?: LiquidationParameters): Promise<LiquidationsReading>
    /** Returns the last 20 liquidations that were profitable and no longer are. */
    getEnded(chain: ChainName): Promise<EndedLiquidationsReading>
    /** Returns the positions that become liquidatable when the price of ether, and of every ether token, changes. */
    getStressTest(chain: ChainName): Promise<StressTestReading>
    watch(chain: ChainName, parameters: LiquidationWatchParameters): StopWatching
  }
  readonly mempool: {
    get(chain: ChainName, parameters?: MempoolParameters): Promise<MempoolReading>
    status(chain: ChainName): Promise<MempoolStatusReading>
    stats(chain: ChainName): Promise<MempoolStatsReading>
    watch(chain: ChainName, parameters: MempoolWatchParameters): StopWatching
  }
  readonly mev: {
    /**
     * Returns what a sandwich could take from a transaction on the current pools, the limits that prevent it, and the relays
     * that keep it private. Nothing is sent or stored.
     */
    getExposure(chain: ChainName, transaction: TransactionForm): Promise<TransactionExposureReading>
    /** Findings of the MEV detector, which starts with the mempool of the chain. */
    getFindings(chain: ChainName, parameters?: FindingsParameters): Promise<FindingsReading>
    /** Returns the pools of the detector, and how often its past findings came true. */
    getStatus(chain: ChainName): Promise<MevStatusReading>
    watch(chain: ChainName, parameters: FindingWatchParameters): StopWatching
  }
  /** Stops every watch. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
