import * as t from 'typebox'
import { named, orAbsent, record } from './record.ts'
import { Bigint, orNull, Timestamp, toAmount } from './wire.ts'

export const intervals = ['1m', '5m', '15m', '1h', '1d'] as const
export const aggregations = ['hourly', 'daily', 'weekly', 'monthly'] as const
export type Aggregation = (typeof aggregations)[number]

export const Usd = t.Number({ description: 'US dollars' })
export const UsdOrNull = orNull(t.Number({ description: 'US dollars; null if unknown' }))

/** The source of each value of a response, and the reason for each value that is null. */
export const Origin = {
  sources: t.Record(t.String(), t.String(), { description: 'Source of each value, by field name' }),
  unavailable: t.Record(t.String(), t.String(), {
    description: 'Reason why a value is null, by field name',
  }),
}

export const Points = t.Array(
  record({
    /** Start of the interval, Unix ms. */
    startMs: named('timestamp', Timestamp),
    /** Value in the unit of the metric. */
    value: t.Number({ description: 'In the unit of the metric' }),
    /** Exact value in base units for `transaction_volume`, null for other metrics. */
    amount: orAbsent(toAmount({ description: 'Exact value in base units. Only for transaction_volume' })),
    /** True if blocks of the interval are missing, or the interval has not ended. */
    isPartial: named(
      'partial',
      orAbsent(
        t.Boolean({
          description: 'True if blocks of the interval are missing, or the interval has not ended. Absent otherwise',
        }),
      ),
    ),
  }),
  { description: 'Oldest first. Intervals without counted blocks are omitted' },
)

const Coverage = record(
  {
    fromBlock: orNull(Bigint),
    toBlock: orNull(Bigint),
    blocks: t.Integer({ minimum: 0, description: 'Number of counted blocks' }),
    /** Share of the period in which every block is counted, 0 to 1. */
    share: t.Number({ description: 'Share of the period in which every block is counted, 0 to 1' }),
    complete: t.Boolean(),
    gaps: t.Array(record({ fromMs: named('start', Timestamp), toMs: named('end', Timestamp) }), {
      description: 'Periods in which blocks are missing',
    }),
  },
  { description: 'Part of the period that is counted. Repeat the request to have more of it counted' },
)

/** Meaning of the values of a metric, and the part of the period that is counted. */
export const meaning = {
  unit: t.String(),
  /** How the metric is counted on this chain. */
  method: t.String({ description: 'How the metric is counted on this chain' }),
  /** Relative standard error of distinct counts, as a ratio. Null for exact values. */
  standardError: orAbsent(
    t.Number({
      description: 'Relative standard error of distinct counts (HyperLogLog), as a ratio. Absent for exact values',
    }),
  ),
  coverage: Coverage,
}

export const Metric = t.Object({
  id: t.String(),
  name: t.String(),
  description: t.String(),
  unit: t.String(),
  aggregations: t.Array(t.String()),
  chains: t.Array(t.String(), { description: 'Chains that have this metric' }),
})

const coverage = { from_block: 100, to_block: 399, blocks: 300, share: 1, complete: true, gaps: [] }
const at = '2026-01-05T12:00:00.000Z'
const points = [{ timestamp: at, value: 12.5, amount: '12500000000000000000' }]
const exampleMeaning = { unit: 'tokens', method: 'ETH moved by calls on top of successful transactions', coverage }

export const analyticsExamples = {
  overview: {
    total_transactions: 4211,
    total_volume: '125000.42',
    active_chains: 1,
    active_users: 2,
    timestamp: at,
    chains: { ethereum: { transactions: 4211, volume_usd: '125000.42', from_block: 0, to_block: 899, active: true } },
    unavailable: {},
  },
  timeseries: {
    chain: 'ethereum',
    metric: 'transaction_volume',
    interval: '1h',
    data_points: points,
    metadata: { start_date: '2026-01-04T12:00:00.000Z', end_date: at, data_points_count: 1, ...exampleMeaning },
  },
  chainData: {
    chain: 'ethereum',
    metric: 'transaction_volume',
    aggregation: 'daily',
    data: points,
    metadata: { start_date: '2026-01-04T12:00:00.000Z', end_date: at, ...exampleMeaning },
  },
  compare: {
    metric: 'gas_usage',
    aggregation: 'daily',
    comparison: {
      ethereum: [{ timestamp: at, value: 21000 }],
      bitcoin: { error: 'UNSUPPORTED_METRIC', message: 'bitcoin has no gas_usage.' },
    },
    metadata: {
      ethereum: { ...exampleMeaning, unit: 'gas', method: 'Sum of the gas used according to block headers' },
    },
  },
  metrics: {
    metrics: [
      {
        id: 'gas_usage',
        name: 'Gas usage',
        description: 'Gas used by all transactions',
        unit: 'gas',
        aggregations: ['hourly', 'daily', 'weekly'],
        chains: ['ethereum'],
      },
    ],
  },
  trending: {
    chain: 'ethereum',
    timestamp: at,
    source: 'swaps of pools on the chain',
    tokens: [
      {
        symbol: 'WETH',
        address: `0x${'c0'.repeat(20)}`,
        change_24h: -1.2,
        volume: 1200000,
        price_usd: 3000,
        liquidity_usd: 5000000,
      },
    ],
    coverage: { from_block: 100, to_block: 399, complete: true },
  },
  defi: {
    tvl: 1000,
    volume_24h: 120,
    timestamp: at,
    sources: { tvl: 'defillama', volume_24h: 'defillama' },
    protocols: [{ name: 'Aave V3', tvl: 400, dominance: 40 }],
    unavailable: {},
  },
  market: {
    total_market_cap: 3.1e12,
    btc_dominance: 56.1,
    eth_dominance: 12.2,
    volume_24h: 9e10,
    fear_greed_index: 47,
    trending_categories: ['Liquid Staking'],
    timestamp: at,
    sources: { fear_greed_index: 'alternative.me' },
    unavailable: {},
  },
  chains: {
    chains: [
      {
        name: 'ethereum',
        tps: 14.2,
        block_time: 12,
        active_validators: null,
        latest_block: 21000000,
        unavailable: { active_validators: 'No beacon provider is configured.' },
      },
    ],
    timestamp: at,
  },
  liquidity: {
    protocol: 'uniswap_v3',
    chain: 'ethereum',
    total_liquidity: 1200,
    timestamp: at,
    pools: [
      {
        pair: 'WETH/USDC',
        address: `0x${'aa'.repeat(20)}`,
        fee_percent: 0.05,
        liquidity: 1200,
        volume_24h: 300,
        fees_24h: 0.15,
        swaps_24h: 4,
      },
    ],
    coverage: { from_block: 100, to_block: 399, complete: true },
  },
  user: {
    address: `0x${'aa'.repeat(20)}`,
    total_transactions: 12,
    chains_used: ['ethereum'],
    first_transaction: at,
    last_transaction: at,
    total_volume_usd: 120.5,
    gas_spent_usd: 1.25,
    chains: {
      ethereum: {
        transactions: 12,
        sent: 7,
        received: 5,
        volume_usd: 120.5,
        gas_spent_usd: 1.25,
        price_basis: 'day' as const,
        complete: true,
      },
    },
    timestamp: at,
    unavailable: {},
  },
  protocol: {
    protocol: 'aave_v3',
    tvl: 1000,
    volume_24h: null,
    unique_users: 4,
    total_transactions: 9,
    pools: 12,
    apy_average: 2.1,
    timestamp: at,
    chains: ['ethereum'],
    sources: { tvl: 'contracts' },
    unavailable: { volume_24h: 'A lender has no trading volume.' },
  },
}
