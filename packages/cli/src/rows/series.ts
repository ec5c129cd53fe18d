import type { PriceHistoryReading } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Past gas prices in bars. */
export const gasHistory = defineRows({
  name: 'gas_history',
  version: 1,
  description: 'Past gas prices, one row per bar. Bars without known fees are missing.',
  time: 'timestamp',
  columns: {
    chain: column('string', 'Chain'),
    timestamp: column('timestamp', 'Start of the bar'),
    avg_gas: column('double', 'Average price of the standard tier, gwei'),
    min_gas: column('double', 'Lowest, gwei'),
    max_gas: column('double', 'Highest, gwei'),
    base_fee: column('double', 'Average base fee, gwei'),
  },
})

export const toGasHistoryRows = ({ chain, history }: Response<'blockchainGasHistory'>['data']): Table =>
  gasHistory.of(history.map(({ timestamp, ...gas }) => ({ chain, timestamp: Date.parse(timestamp), ...gas })))

/** Past prices of a token in bars. */
export const priceHistory = defineRows({
  name: 'price_history',
  version: 1,
  description: 'Past prices of a token, one row per bar. Needs `--days`.',
  time: 'timestamp',
  columns: {
    chain: column('string', 'Chain'),
    symbol: column('string', 'Token'),
    interval: column('string', 'Length of the bar: 1h, 1d or 1w'),
    timestamp: column('timestamp', 'Start of the bar'),
    open: column('double', 'US dollars'),
    high: column('double', 'US dollars'),
    low: column('double', 'US dollars'),
    close: column('double', 'US dollars'),
    volume: orNull('double', 'Trading volume, US dollars. Null if the source reports none'),
    source: column('string', 'Source of the bar. local: this node recorded it'),
  },
})

export const toPriceHistoryRows = ({ chain, symbol, interval, bars }: PriceHistoryReading): Table =>
  priceHistory.of(
    bars.map(({ startMs, open, high, low, close, volumeUsd, source }) => ({
      chain,
      symbol,
      interval,
      timestamp: startMs,
      open,
      high,
      low,
      close,
      volume: volumeUsd,
      source,
    })),
  )

/** A metric of chains over time. */
export const analyticsSeries = defineRows({
  name: 'analytics_series',
  version: 1,
  description: 'A metric over time, one row per chain and interval. Chains that cannot be read are missing.',
  time: 'timestamp',
  columns: {
    chain: column('string', 'Chain'),
    metric: column('string', 'Metric'),
    unit: orNull('string', 'Unit of the value'),
    aggregation: column('string', 'Length of the interval'),
    timestamp: column('timestamp', 'Start of the interval'),
    value: column('double', 'Value in the unit of the metric'),
    value_string: orNull('decimal', 'Exact value in base units. Only for transaction_volume'),
    is_partial: column('bool', 'True if blocks of the interval are missing, or it has not ended'),
  },
})

type Points = Response<'analyticsChainData'>['data']
type Series = {
  readonly chain: string
  readonly metric: string
  readonly unit: string | null
  readonly aggregation: string
}

const toPoints = (series: Series, points: Points) =>
  points.map(({ timestamp, value, amount, partial }) => ({
    ...series,
    timestamp: Date.parse(timestamp),
    value,
    value_string: amount === undefined ? null : BigInt(amount),
    is_partial: partial ?? false,
  }))

/** The points of a metric in intervals of one length, as rows. */
export const toMetricRows = (series: Series, points: Points): Table => analyticsSeries.of(toPoints(series, points))

export const toSeriesRows = ({ chain, metric, aggregation, data, metadata }: Response<'analyticsChainData'>): Table =>
  analyticsSeries.of(toPoints({ chain, metric, aggregation, unit: metadata.unit }, data))

export const toComparisonRows = ({ metric, aggregation, comparison, metadata }: Response<'analyticsCompare'>): Table =>
  analyticsSeries.of(
    Object.entries(comparison).flatMap(([chain, points]) =>
      Array.isArray(points)
        ? toPoints({ chain, metric, aggregation, unit: metadata[chain]?.unit ?? null }, points)
        : [],
    ),
  )
