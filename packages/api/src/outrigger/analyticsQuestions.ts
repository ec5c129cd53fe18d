import type { AnalyticsReadings, SeriesInterval } from './analyticsReadings.ts'

type Period = {
  /** Unix ms. @default as far back as the interval suggests: a day of hours, 30 days of days */
  readonly fromMs?: number
  /** Unix ms. @default now */
  readonly toMs?: number
}

/** Figures of chains, tokens, protocols and the whole market. */
export type AnalyticsQuestions = {
  /**
   * A metric of a chain over time, counted from its blocks: `transaction_volume` by default, in hours by default.
   *
   * @example
   * const { points, coverage } = await outrigger.analytics.getSeries('ethereum', { metric: 'gas_usage', interval: '1d' })
   */
  getSeries(
    chain: string,
    options?: Period & { readonly metric?: string; readonly interval?: SeriesInterval },
  ): Promise<AnalyticsReadings['series']>
  /** A metric of several chains; one that lacks it has an error in its place. */
  compare(
    chains: readonly string[],
    options: Period & {
      readonly metric: string
      /** @default as the length of the period suggests */
      readonly aggregation?: 'hourly' | 'daily' | 'weekly' | 'monthly'
    },
  ): Promise<AnalyticsReadings['comparison']>
  /** Metrics there are, or those of a chain. */
  getMetrics(options?: { readonly chain?: string }): Promise<AnalyticsReadings['metrics']>
  /** What the node has counted of its chains. */
  getOverview(): Promise<AnalyticsReadings['overview']>
  /** Tokens most traded in 24 hours, by the swaps of the chain itself; 10 by default. */
  getTrendingTokens(chain: string, options?: { readonly limit?: number }): Promise<AnalyticsReadings['trendingTokens']>
  /** What the pools of a DEX hold, and traded in 24 hours; of `uniswap_v3` by default. */
  getLiquidity(chain: string, options?: { readonly protocol?: string }): Promise<AnalyticsReadings['liquidity']>
  getDefi(): Promise<AnalyticsReadings['defi']>
  /** Capitalisation, dominance, fear and greed, of the sources that the node is configured to ask. */
  getMarketOverview(): Promise<AnalyticsReadings['marketOverview']>
  /** Throughput, block time and validators of the chains of the node. */
  getChains(): Promise<AnalyticsReadings['chains']>
  getUserActivity(address: string): Promise<AnalyticsReadings['userActivity']>
  getProtocolStats(protocol: string): Promise<AnalyticsReadings['protocolStats']>
}
