import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { named, record, wireOnly } from './record.ts'
import { Bigint, Int, orNull, Timestamp, toAmount, toPercent, toSeconds } from './wire.ts'

const area = { area: 'integrations', method: 'GET', scopes: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

const Usd = t.Number({ description: 'US dollars' })
const Percent = toPercent('Percent')
const UsdOrNull = orNull(t.Number({ description: 'US dollars; null if unknown' }))
const chain = t.Optional(
  t.String({ minLength: 1, maxLength: 200, description: 'Name of a chain, as in this API or in DefiLlama' }),
)
const limit = t.Optional(
  t.Integer({ minimum: 1, maximum: 100_000, description: 'Maximum number of items in the list. Default: all' }),
)

/** Age of the oldest part of a response. */
const Age = {
  timestampMs: named('timestamp', Timestamp),
  ageSeconds: wireOnly(t.Number({ minimum: 0, description: 'Seconds since the source last confirmed the value' })),
  stale: t.Boolean({
    description: 'True if the value is older than its lifetime, because the source fails or a refresh is in progress',
  }),
  ttlMs: named('ttl_seconds', toSeconds({ minimum: 0 })),
}
const age = { timestamp: '2026-01-05T12:00:00.000Z', age_seconds: 42.1, stale: false, ttl_seconds: 300 }
const metadata = { cached: true, cache_ttl: 258, response_time_ms: 1 }

const Verification = record(
  {
    protocol: t.String(),
    chain: t.String(),
    blockNumber: Bigint,
    tvlUsd: t.Number({ description: 'Value in the contracts, US dollars by the oracles of the lenders' }),
    borrowedUsd: Usd,
    sourceTvlUsd: t.Number({
      description: 'Value locked according to the source, for the same protocol and chain, US dollars',
    }),
    differenceUsd: t.Number({ description: 'Contracts minus source, US dollars' }),
    difference: named(
      'difference_percent',
      orNull(toPercent('Difference in percent of the source; null if the source reports zero')),
    ),
    isComplete: named('complete', t.Boolean({ description: 'True if every deployment of the protocol could be read' })),
    tokens: t.Array(
      record({
        token: t.String(),
        symbol: t.String(),
        locked: toAmount({ description: 'Smallest units' }),
        borrowed: toAmount({ description: 'Smallest units' }),
        decimals: Int,
        priceUsd: UsdOrNull,
      }),
    ),
  },
  { description: 'Only with `verify`: values read from the contracts, compared with the source' },
)
const VolumeVerification = record(
  {
    dex: t.String(),
    chain: t.String(),
    fromBlock: Bigint,
    toBlock: Bigint,
    pools: t.Integer({
      minimum: 0,
      description:
        'Number of pools whose swaps were summed: the largest pools of listed tokens against main currencies, if priced',
    }),
    volume24hUsd: named(
      'volume_24h_usd',
      t.Number({ description: 'Volume according to the logs of the pools, US dollars' }),
    ),
    fees24hUsd: named('fees_24h_usd', Usd),
    tvlUsd: t.Number({ description: 'Value of the tokens in these pools, US dollars' }),
    sourceVolume24hUsd: named(
      'source_volume_24h_usd',
      t.Number({
        description: 'Volume according to the source, for all pools of the DEX on the same chain, US dollars',
      }),
    ),
    differenceUsd: t.Number({ description: 'Logs minus source, US dollars' }),
    difference: named(
      'difference_percent',
      orNull(toPercent('Difference in percent of the source; null if the source reports zero')),
    ),
    isComplete: named('complete', t.Boolean({ description: 'True if the logs of all 24 hours were read' })),
  },
  { description: 'Only with `verify`: values read from the pools, compared with the source' },
)
const Named = record({ name: t.String(), tvlUsd: Usd })

/** Market data from DefiLlama. */
export const marketEndpoints = {
  tvl: defineEndpoint({
    ...area,
    path: '/v1/integrations/tvlsource/metrics/tvl',
    query: t.Object({
      protocol: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 200,
          description: 'Id, name or slug of a protocol, or of a family of protocols such as aave',
        }),
      ),
      chain,
      limit,
      verify: t.Optional(
        t.Boolean({
          description:
            'Also read the value from the contracts. Needs `protocol` with the id of a lender (aave_v3) and `chain`',
        }),
      ),
    }),
    summary: 'Total value locked by protocol and chain, from DefiLlama',
    response: toEnvelope(
      record({
        /** US dollars. A total of chains excludes double counting. A total of a protocol is the sum of its parts. */
        totalTvlUsd: t.Number({
          description:
            'US dollars. A total of chains excludes double counting. A total of a protocol is the sum of its parts',
        }),
        ...Age,
        /** Largest first. */
        protocols: t.Array(
          record({
            name: t.String(),
            slug: t.String(),
            category: orNull(t.String()),
            tvlUsd: t.Number({ description: 'US dollars. With `chain`, only the value on that chain' }),
            chains: t.Array(t.String()),
          }),
          { description: 'Largest first' },
        ),
        chains: t.Record(t.String(), Usd),
        verification: wireOnly(t.Optional(Verification)),
      }),
    ),
    example: {
      success: true,
      data: {
        total_tvl_usd: 9_000_000_000,
        ...age,
        protocols: [
          {
            name: 'Aave V3',
            slug: 'aave-v3',
            category: 'Lending',
            tvl_usd: 9_000_000_000,
            chains: ['Ethereum', 'Base'],
          },
        ],
        chains: { Ethereum: 9_000_000_000 },
      },
      metadata: { chain: 'ethereum', ...metadata },
    },
  }),
  yields: defineEndpoint({
    ...area,
    path: '/v1/integrations/tvlsource/metrics/yields',
    query: record({
      chain,
      /** Id or slug of a protocol. @default all */
      project: t.Optional(t.String({ minLength: 1, maxLength: 200, description: 'Id or slug of a protocol' })),
      /** Minimum ratio per year: 0.05 is 5 %. */
      minApy: t.Optional(toPercent('Minimum yield, percent per year. Excludes pools with unknown yield')),
      minTvlUsd: named(
        'min_tvl',
        t.Optional(t.Number({ minimum: 0, description: 'Minimum value locked, US dollars' })),
      ),
      /** True returns only pools of stablecoins, false only other pools. @default both */
      isStable: named(
        'stablecoin',
        t.Optional(t.Boolean({ description: 'True: only pools of stablecoins. False: only other pools' })),
      ),
      /** Maximum number of pools in the list. @default all */
      limit,
    }),
    summary: 'Yields of pools, from DefiLlama',
    response: toEnvelope(
      record({
        /** Largest first. Yields are ratios per year: 0.05 is 5 %. Null if unknown. */
        pools: t.Array(
          record({
            id: named('pool', t.String({ description: 'Id of the pool in DefiLlama' })),
            project: t.String(),
            chain: t.String(),
            symbol: t.String(),
            apy: orNull(toPercent('Percent per year; null if unknown')),
            apyBase: orNull(Percent),
            apyReward: orNull(Percent),
            tvlUsd: UsdOrNull,
            isStable: named('stable', t.Boolean()),
          }),
          { description: 'Largest first' },
        ),
        /** Number of pools that pass the filters. */
        count: t.Integer({ minimum: 0, description: 'Number of pools that pass the filters' }),
        ...Age,
      }),
    ),
    example: {
      success: true,
      data: {
        pools: [
          {
            pool: '747c1d2a-c668-4682-b9f9-296708a3dd90',
            project: 'lido',
            chain: 'Ethereum',
            symbol: 'STETH',
            apy: 2.84,
            apy_base: 2.84,
            apy_reward: null,
            tvl_usd: 25_000_000_000,
            stable: false,
          },
        ],
        count: 1,
        ...age,
      },
      metadata,
    },
  }),
  dexVolumes: defineEndpoint({
    ...area,
    path: '/v1/integrations/tvlsource/metrics/volumes',
    query: t.Object({
      chain,
      dex: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 200,
          description: 'Id, name or slug of a DEX, or of a family of DEXes such as uniswap',
        }),
      ),
      period: t.Optional(
        t.Enum(['24h', '7d', '30d'], { description: 'Period that `total_usd` sums and that orders the list' }),
      ),
      limit,
      verify: t.Optional(
        t.Boolean({
          description:
            'Also sum the swaps of the pools on the chain. Needs `dex` with the id of a DEX (uniswap_v3) and `chain`',
        }),
      ),
    }),
    summary: 'Trading volumes of DEXes, from DefiLlama',
    response: toEnvelope(
      record({
        period: t.Enum(['24h', '7d', '30d']),
        totalUsd: t.Number({ description: 'US dollars in the period' }),
        total24hUsd: named('total_24h_usd', Usd),
        /** Change from the day before, as a ratio: 0.01 is 1 % more. Null if unknown. */
        change24h: named(
          'change_24h_percent',
          orNull(toPercent('Percent change from the day before; null if unknown')),
        ),
        /** Most traded first. */
        dexes: t.Array(
          record({
            name: t.String(),
            slug: t.String(),
            volume24hUsd: named('volume_24h_usd', UsdOrNull),
            volume7dUsd: named('volume_7d_usd', UsdOrNull),
            volume30dUsd: named('volume_30d_usd', UsdOrNull),
            chains: t.Array(t.String()),
          }),
          { description: 'Most traded first' },
        ),
        ...Age,
        verification: wireOnly(t.Optional(VolumeVerification)),
      }),
    ),
    example: {
      success: true,
      data: {
        period: '24h',
        total_usd: 900_000_000,
        total_24h_usd: 900_000_000,
        change_24h_percent: 4,
        dexes: [
          {
            name: 'Uniswap V3',
            slug: 'uniswap-v3',
            volume_24h_usd: 900_000_000,
            volume_7d_usd: 6_300_000_000,
            volume_30d_usd: null,
            chains: ['Ethereum', 'Base'],
          },
        ],
        ...age,
      },
      metadata: { chain: 'ethereum', ...metadata },
    },
  }),
  marketSummary: defineEndpoint({
    ...area,
    path: '/v1/integrations/tvlsource/metrics/summary',
    summary: 'Value locked, volume, and the largest protocols and chains, from DefiLlama',
    response: toEnvelope(
      record({
        ...Age,
        tvl: record({
          totalUsd: Usd,
          change24h: named(
            'change_24h_percent',
            orNull(toPercent('Percent change from the day before; null if unknown')),
          ),
        }),
        volume: record({
          total24hUsd: named('total_24h_usd', Usd),
          change24h: named('change_24h_percent', orNull(Percent)),
        }),
        topProtocols: t.Array(Named),
        topChains: t.Array(Named),
      }),
    ),
    example: {
      success: true,
      data: {
        ...age,
        tvl: { total_usd: 120_000_000_000, change_24h_percent: 1.2 },
        volume: { total_24h_usd: 9_000_000_000, change_24h_percent: -3.4 },
        top_protocols: [{ name: 'Lido', tvl_usd: 25_000_000_000 }],
        top_chains: [{ name: 'Ethereum', tvl_usd: 66_000_000_000 }],
      },
      metadata,
    },
  }),
}
