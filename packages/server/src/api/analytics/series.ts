import { type Aggregation, type MetricDescription, metrics } from '@outrigger/api/contract'
import type { ChainName, Clock } from '@outrigger/core'
import type { CounterBars, Interval } from '@outrigger/data/analytics'
import { InvalidParameterError, ServiceError } from '../../errors/serviceError.ts'
import type { Counting } from '../../node/analytics.ts'
import { toChainName } from '../../node/chainName.ts'
import type { Api } from '../fulfilment.ts'
import {
  isByFirstSeen,
  requireAggregation,
  requireChainName,
  requireFirstSeen,
  requireMetric,
  requireOn,
  toMeaning,
  toPoints,
} from './metrics.ts'
import { chooseAggregation, intervalOf, type Period, readSpan, requireFew } from './period.ts'
import { toIso } from './time.ts'

export type SeriesParts = { readonly counting: Counting; readonly clock: Clock }

type SeriesApi = Pick<
  Api,
  'analyticsTimeseries' | 'analyticsChainData' | 'analyticsCompare' | 'analyticsMetricsAvailable'
>

/** Returns time series of the figures that the node counts from its chains. */
export function createSeriesApi({ counting, clock }: SeriesParts): SeriesApi {
  async function read(chain: ChainName, metric: MetricDescription, interval: Interval, period: Period) {
    const span = readSpan(period, interval, clock.now())
    requireFew(span, interval)
    const withFirstSeen = isByFirstSeen(metric, chain)
    if (withFirstSeen && !['1d', '1w', '1M'].includes(interval))
      throw new InvalidParameterError([{ path: 'query.interval', message: `must be 1d for new_wallets of ${chain}` }])
    const withAddresses = metric.id === 'active_addresses'
    const found = await counting.bars(chain, { ...span, interval, withAddresses, withFirstSeen })
    if (withFirstSeen) requireFirstSeen(chain, found)
    return found
  }

  function choose(metric: MetricDescription, aggregation: Aggregation | undefined, period: Period): Aggregation {
    if (aggregation === undefined) return chooseAggregation(period, clock.now(), metric.aggregations)
    requireAggregation(metric, aggregation)
    return aggregation
  }

  /** Returns the points of a chain, or an error if the chain lacks the metric. */
  async function toEntry(chain: ChainName, metric: MetricDescription, interval: Interval, period: Period) {
    try {
      requireOn(metric, chain)
      const found = await read(chain, metric, interval, period)
      return { chain, points: toPoints(metric, chain, found), meaning: toMeaning(metric, chain, found) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return { chain, points: { error: error.code as string, message: error.message }, meaning: null }
    }
  }

  return {
    async analyticsTimeseries(query) {
      const { chain: name = 'ethereum', metric: id = 'transaction_volume', interval = '1h', ...period } = query
      const chain = requireChainName(name)
      const metric = requireMetric(id)
      requireOn(metric, chain)
      const found = await read(chain, metric, interval, period)
      const points = toPoints(metric, chain, found)
      const dates = toDates(found)
      return {
        chain,
        metric: id,
        interval,
        data_points: points,
        metadata: { ...dates, data_points_count: points.length, ...toMeaning(metric, chain, found) },
      }
    },
    async analyticsChainData({ chain: name, metric: id, aggregation: wanted, ...period }) {
      const chain = requireChainName(name)
      const metric = requireMetric(id)
      requireOn(metric, chain)
      const aggregation = choose(metric, wanted, period)
      const found = await read(chain, metric, intervalOf[aggregation], period)
      return {
        chain,
        metric: id,
        aggregation,
        data: toPoints(metric, chain, found),
        metadata: { ...toDates(found), ...toMeaning(metric, chain, found) },
      }
    },
    async analyticsCompare({ chains, metric: id, aggregation: wanted, ...period }) {
      const names = [...new Set([chains].flat().flatMap((one) => one.split(',').map((name) => name.trim())))]
      const asked = names.filter(Boolean).map((name) => requireChainName(toChainName(name)))
      if (asked.length === 0)
        throw new InvalidParameterError([{ path: 'query.chains', message: 'must name at least one chain' }])
      const metric = requireMetric(id)
      const aggregation = choose(metric, wanted, period)
      // An invalid period is invalid for all chains.
      requireFew(readSpan(period, intervalOf[aggregation], clock.now()), intervalOf[aggregation])
      const entries = await Promise.all(asked.map((chain) => toEntry(chain, metric, intervalOf[aggregation], period)))
      return {
        metric: id,
        aggregation,
        comparison: Object.fromEntries(entries.map(({ chain, points }) => [chain, points])),
        metadata: Object.fromEntries(entries.flatMap(({ chain, meaning }) => (meaning ? [[chain, meaning]] : []))),
      }
    },
    analyticsMetricsAvailable: async ({ chain: name }) => listMetrics(name),
  }
}

const toDates = ({ coverage }: CounterBars) => ({
  start_date: toIso(coverage.fromTime),
  end_date: toIso(coverage.toTime),
})

function listMetrics(name: string | undefined) {
  const chain = name === undefined ? undefined : requireChainName(name)
  const own = metrics.filter(({ chains }) => chain === undefined || chains.includes(chain))
  return {
    metrics: own.map(({ aggregations, chains, ...rest }) => ({
      ...rest,
      aggregations: [...aggregations],
      chains: [...chains],
    })),
  }
}
