import type { ChainName } from '../contract/chains.ts'
import type { AnalyticsReadings, SeriesInterval } from './analyticsReadings.ts'

type Period = {
  /** Unix ms. @default depends on the interval: 24 hours for hours, 30 days for days */
  readonly fromMs?: number
  /** Unix ms. @default now */
  readonly toMs?: number
}

/** Functions for metrics of chains, tokens, protocols and the whole market. */
export type AnalyticsQuestions = {
  /**
   * Returns a metric of a chain over time, counted from its blocks. By default `transaction_volume` in hours.
   *
   * @example
   * const { points, coverage } = await outrigger.analytics.getSeries('ethereum', { metric: 'gas_usage', interval: '1d' })
   */
  getSeries(
    chain: ChainName,
    options?: Period & { readonly metric?: string; readonly interval?: SeriesInterval },
  ): Promise<AnalyticsReadings['series']>
  /** Returns a metric of several chains. A chain without the metric has an error instead of values. */
  compare(
    chains: readonly ChainName[],
    options: Period & {
      readonly metric: string
      /** @default depends on the length of the period */
      readonly aggregation?: 'hourly' | 'daily' | 'weekly' | 'monthly'
    },
  ): Promise<AnalyticsReadings['comparison']>
  /** Returns all metrics, or those of one chain. */
  getMetrics(options?: { readonly chain?: ChainName }): Promise<AnalyticsReadings['metrics']>
  /** Returns totals of the blocks that the node has counted. */
  getOverview(): Promise<AnalyticsReadings['overview']>
  /** Returns the most traded tokens of the last 24 hours, by swaps on the chain. Returns 10 by default. */
  getTrendingTokens(
    chain: ChainName,
    options?: { readonly limit?: number },
  ): Promise<AnalyticsReadings['trendingTokens']>
  /** Returns liquidity and 24-hour volume of the pools of a DEX. The default is `uniswap_v3`. */
  getLiquidity(chain: ChainName, options?: { readonly protocol?: string }): Promise<AnalyticsReadings['liquidity']>
  /** Returns the value locked in DeFi and its trading volume. */
  getDefi(): Promise<AnalyticsReadings['defi']>
  /** Returns market capitalization, dominance, and fear and greed, from the sources enabled in the configuration. */
  getMarketOverview(): Promise<AnalyticsReadings['marketOverview']>
  /** Returns throughput, block time and validators of the chains of the node. */
  getChains(): Promise<AnalyticsReadings['chains']>
  /** Returns the transactions, volume and fees of an address on the chains of the node. */
  getUserActivity(address: string): Promise<AnalyticsReadings['userActivity']>
  /** Returns statistics of a lender or DEX. */
  getProtocolStats(protocol: string): Promise<AnalyticsReadings['protocolStats']>
}
