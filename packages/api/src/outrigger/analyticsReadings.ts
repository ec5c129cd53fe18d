import type { Points } from '../contract/analyticsShapes.ts'
import type { ReadingOf } from '../contract/contract.ts'
import type { Reading } from '../contract/record.ts'

/** Length of a point of a series. Weeks begin on Monday; all are of UTC. */
export type SeriesInterval = '1m' | '5m' | '15m' | '1h' | '1d' | '1w' | '1M'

type Timeseries = ReadingOf<'analyticsTimeseries'>
type Comparison = ReadingOf<'analyticsCompare'>
type ComparedSeries = Comparison['metadata'][string] & { readonly points: Reading<typeof Points> }

/** What the questions for analytics give. Times are Unix ms, values US dollars, shares and changes ratios. */
export type AnalyticsReadings = {
  /** A metric of a chain over time. An interval of which no block is counted is left out. */
  readonly series: Omit<Timeseries, 'metadata'> & Timeseries['metadata'] & { readonly interval: SeriesInterval }
  readonly comparison: Omit<Comparison, 'comparison' | 'metadata'> & {
    /** By chain: its points and their meaning, or the error of a chain that lacks the metric or cannot be read. */
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
