import type { Points } from '../contract/analyticsShapes.ts'
import type { ReadingOf } from '../contract/contract.ts'
import type { Reading } from '../contract/record.ts'

/** Length of one interval of a series, in UTC. Weeks begin on Monday. */
export type SeriesInterval = '1m' | '5m' | '15m' | '1h' | '1d' | '1w' | '1M'

type Timeseries = ReadingOf<'analyticsTimeseries'>
type Comparison = ReadingOf<'analyticsCompare'>
type ComparedSeries = Comparison['metadata'][string] & { readonly points: Reading<typeof Points> }

/** Results of the analytics functions. Times are Unix ms, values are US dollars, shares and changes are ratios. */
export type AnalyticsReadings = {
  /** A metric of a chain over time. Intervals without counted blocks are omitted. */
  readonly series: Omit<Timeseries, 'metadata'> & Timeseries['metadata'] & { readonly interval: SeriesInterval }
  readonly comparison: Omit<Comparison, 'comparison' | 'metadata'> & {
    /** Values of each chain and their meaning, or an error if the chain lacks the metric or cannot be read. */
    readonly chains: Readonly<Record<string, ComparedSeries | { readonly error: string; readonly message: string }>>
  }
  readonly metrics: ReadingOf<'analyticsMetricsAvailable'>['metrics']
  readonly overview: ReadingOf<'analyticsOverview'>
  readonly trendingTokens: ReadingOf<'analyticsTrendingTokens'>
  readonly liquidity: ReadingOf<'analyticsLiquidityMetrics'>
  readonly defi: ReadingOf<'analyticsDefiMetrics'>
  readonly marketOverview: ReadingOf<'analyticsMarketOverview'>
  readonly chains: ReadingOf<'analyticsChainsMetrics'>
  readonly userActivity: ReadingOf<'analyticsUserActivity'>
  readonly protocolStats: ReadingOf<'analyticsProtocolStats'>
}
