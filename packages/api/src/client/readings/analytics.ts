import { Points } from '../../contract/analyticsShapes.ts'
import type { ReadingOf } from '../../contract/contract.ts'
import { decode } from '../../contract/record.ts'
import type { AnalyticsQuestions } from '../../outrigger/analyticsQuestions.ts'
import type { AnalyticsReadings } from '../../outrigger/analyticsReadings.ts'
import { dropUndefined } from './dropUndefined.ts'
import { type Answerer, createReader } from './reader.ts'

type Asked =
  | 'analyticsTimeseries'
  | 'analyticsChainData'
  | 'analyticsCompare'
  | 'analyticsMetricsAvailable'
  | 'analyticsOverview'
  | 'analyticsTrendingTokens'
  | 'analyticsLiquidityMetrics'
  | 'analyticsDefiMetrics'
  | 'analyticsMarketOverview'
  | 'analyticsChainsMetrics'
  | 'analyticsUserActivity'
  | 'analyticsProtocolStats'

const aggregationOf = { '1w': 'weekly', '1M': 'monthly' } as const

/** Creates the analytics functions from wire responses of a remote node or of a node in this process. */
export function createAnalyticsQuestions(wire: Answerer<Asked>): AnalyticsQuestions {
  const read = createReader(wire)
  return {
    async getSeries(chain, { metric = 'transaction_volume', interval = '1h', ...period } = {}) {
      const question = { chain, metric, ...toDates(period) }
      const { metadata, ...series } =
        interval === '1w' || interval === '1M'
          ? await read('analyticsChainData', { ...question, aggregation: aggregationOf[interval] })
          : await read('analyticsTimeseries', { ...question, interval })
      return { ...series, ...metadata, interval }
    },
    async compare(chains, { metric, aggregation, ...period }) {
      const question = { chains: [...chains], metric, ...(aggregation && { aggregation }), ...toDates(period) }
      return toComparison(await read('analyticsCompare', question))
    },
    getMetrics: async ({ chain } = {}) => (await read('analyticsMetricsAvailable', dropUndefined({ chain }))).metrics,
    getOverview: () => read('analyticsOverview', {}),
    getTrendingTokens: (chain, { limit } = {}) => read('analyticsTrendingTokens', dropUndefined({ chain, limit })),
    getLiquidity: (chain, { protocol } = {}) => read('analyticsLiquidityMetrics', dropUndefined({ chain, protocol })),
    getDefi: () => read('analyticsDefiMetrics', {}),
    getMarketOverview: () => read('analyticsMarketOverview', {}),
    getChains: () => read('analyticsChainsMetrics', {}),
    getUserActivity: (address) => read('analyticsUserActivity', { address }),
    getProtocolStats: (protocol) => read('analyticsProtocolStats', { protocol }),
  }
}

const toIso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())
const toDates = ({ fromMs, toMs }: { readonly fromMs?: number; readonly toMs?: number }) =>
  dropUndefined({ start_date: toIso(fromMs), end_date: toIso(toMs) })

function toComparison(answer: ReadingOf<'analyticsCompare'>): AnalyticsReadings['comparison'] {
  const { metric, aggregation, comparison, metadata } = answer
  const rows = Object.entries(comparison).map(([chain, entry]) => {
    const meaning = metadata[chain]
    return [chain, meaning && Array.isArray(entry) ? { ...meaning, points: decode(Points, entry) } : entry] as const
  })
  return { metric, aggregation, chains: Object.fromEntries(rows) as AnalyticsReadings['comparison']['chains'] }
}
