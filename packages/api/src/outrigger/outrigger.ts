import type { QueryOf } from '../contract/contract.ts'
import type { LiquidationStreamFilter } from '../contract/defiStream.ts'
import type { MempoolStreamFilter } from '../contract/mempoolStream.ts'
import type { Reading } from '../contract/record.ts'
import type { AlertQuestions } from './alertQuestions.ts'
import type { AnalyticsQuestions } from './analyticsQuestions.ts'
import type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from './marketReadings.ts'
import type {
  BeaconReading,
  ComparisonReading,
  GasHistoryReading,
  GasReading,
  LiquidationNotice,
  LiquidationsReading,
  LrtReading,
  MempoolReading,
  MempoolStatsReading,
  MempoolStatusReading,
  PendingReading,
  PositionsReading,
  PriceHistoryReading,
  PriceReading,
} from './readings.ts'

/** Ends the watch that returned it. */
export type StopWatching = () => void

/** What every watch is given. */
export type WatchParameters = {
  /**
   * Called with every failure. The watch goes on by itself, except over the wire after a refusal: an error without
   * `retryable: true`, of a chain, a filter or a key that is wrong.
   */
  onError(error: unknown): void
  /**
   * Called where events are missing: `dropped` of them because they were not read fast enough, or an unknown number (null)
   * because the connection was lost and is back. In process nothing is missed.
   */
  onGap?(gap: { readonly dropped: number | null }): void
}

/** What a gas watch is given. */
export type GasWatchParameters = WatchParameters & {
  /** The present price, then that of each new block, or of the same from another source. */
  onPrice(price: GasReading): void
}

/** How far back, and in bars of which width. */
export type GasHistoryParameters = { readonly days?: number; readonly interval?: '1h' | '6h' | '1d' }

/** Whose positions to read, and of which protocol. */
export type PositionParameters = {
  /** In any case; in mixed case with the right EIP-55 checksum. */
  readonly address: string
  /** Id of the only lending protocol to look at. @default all of the chain */
  readonly protocol?: string
}

/** Filters of a question for liquidations. @interface */
export type LiquidationParameters = QueryOf<'defiOpportunities'>

/** Filters and callbacks of a liquidation watch. @interface */
export type LiquidationWatchParameters = WatchParameters &
  Reading<typeof LiquidationStreamFilter> & {
    /** Those there are, then each as it comes up, and again when its worth changes by at least 1 %. */
    onOpportunity(opportunity: LiquidationNotice): void
  }

/** Filters of a question for pending transactions. @interface */
export type MempoolParameters = QueryOf<'mempoolPending'>

/** Filters and callbacks of a mempool watch. A transaction must pass all filters. @interface */
export type MempoolWatchParameters = WatchParameters &
  Reading<typeof MempoolStreamFilter> & {
    /** Each transaction that is newly seen and passes. */
    onTransaction(transaction: PendingReading): void
  }

/** Filters of a question for value locked. */
export type TvlParameters = {
  /** Id, name or slug of a protocol or of a family of them: `aave_v3`, `aave`. @default all */
  readonly protocol?: string
  /** @default all */
  readonly chain?: string
  /** Most protocols that are listed. @default all */
  readonly limit?: number
}

/** Filters of a question for yields. @interface */
export type YieldsParameters = QueryOf<'yields'>

/** Filters of a question for volumes. */
export type VolumesParameters = {
  readonly chain?: string
  /** Id, name or slug of a DEX or of a family of them: `uniswap_v3`, `uniswap`. @default all */
  readonly dex?: string
  /** By what DEXes are ordered, and what `totalUsd` sums up. @default 24h */
  readonly period?: '24h' | '7d' | '30d'
  /** Most that are listed. @default all */
  readonly limit?: number
}

/**
 * What a bot asks, wherever the answers are made: a node in its own process (`createNode` of `@outrigger/server`) and the
 * client of a node elsewhere (`createClient`) both are this. Names, units (wei as `bigint`, times in ms) and meaning are
 * the same; where the wire rounds, the field says so.
 *
 * Errors of both have `code` and `retryable`.
 *
 * @example
 * const outrigger: Outrigger = url ? createClient({ url, apiKey }) : await createNode({ chains })
 * const { tiers } = await outrigger.gas.get('ethereum')
 */
export type Outrigger = {
  readonly gas: {
    get(chain: string): Promise<GasReading>
    /** @param options 1 to 365 days, 7 by default, in bars of an hour by default */
    history(chain: string, options?: GasHistoryParameters): Promise<GasHistoryReading>
    watch(chain: string, parameters: GasWatchParameters): StopWatching
  }
  readonly lrt: {
    /** `partial` leaves out tokens that cannot be read; so does the wire where no tokens are named. */
    get(selection?: { readonly tokens?: readonly string[]; readonly partial?: boolean }): Promise<LrtReading>
  }
  readonly beacon: { get(): Promise<BeaconReading> }
  /** Prices of tokens by symbol or address, each the median of several sources. */
  readonly prices: {
    get(chain: string, symbolOrAddress: string): Promise<PriceReading>
    /** On several markets, by their names: exchanges, DEXes. */
    compare(chain: string, symbolOrAddress: string, exchanges: readonly string[]): Promise<ComparisonReading>
    /** @param options 1 to 365 days, 30 by default, in bars of a day by default */
    history(
      chain: string,
      symbolOrAddress: string,
      options?: { readonly days?: number; readonly interval?: '1h' | '1d' | '1w' },
    ): Promise<PriceHistoryReading>
  }
  /** Value locked, yields and volumes as DefiLlama has them, where the node is configured to ask it. */
  readonly market: {
    getTvl(parameters?: TvlParameters): Promise<TvlReading>
    getYields(parameters?: YieldsParameters): Promise<YieldsReading>
    getVolumes(parameters?: VolumesParameters): Promise<VolumesReading>
    getSummary(): Promise<MarketSummaryReading>
  }
  /** Figures of chains, tokens, protocols and the whole market. */
  readonly analytics: AnalyticsQuestions
  /** Alerts on figures of the node: gas, prices, performance, health and the machine. */
  readonly alerts: AlertQuestions
  /** Lending positions of an address at the latest block. */
  readonly positions: { get(chain: string, parameters: PositionParameters): Promise<PositionsReading> }
  readonly liquidations: {
    get(chain: string, parameters?: LiquidationParameters): Promise<LiquidationsReading>
    watch(chain: string, parameters: LiquidationWatchParameters): StopWatching
  }
  readonly mempool: {
    get(chain: string, parameters?: MempoolParameters): Promise<MempoolReading>
    status(chain: string): Promise<MempoolStatusReading>
    stats(chain: string): Promise<MempoolStatsReading>
    watch(chain: string, parameters: MempoolWatchParameters): StopWatching
  }
  /** Ends every watch. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
