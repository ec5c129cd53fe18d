import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { named, record, wireOnly } from './record.ts'
import { Text } from './sharedParameters.ts'
import { Bigint, Int, orNull, Timestamp, toAmount, toPercent, toSeconds } from './wire.ts'

const area = { area: 'integrations', method: 'GET', scopes: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

const Usd = t.Number({ description: 'US dollars' })
const Percent = toPercent('Percent')
const UsdOrNull = orNull(t.Number({ description: 'US dollars; null where it is not known' }))
const chain = t.Optional(t.String({ minLength: 1, maxLength: 200, description: "A chain's name, ours or DefiLlama's" }))
const limit = t.Optional(t.Integer({ minimum: 1, maximum: 100_000, description: 'Most that are listed' }))

/** Of the oldest part of the answer. */
const Age = {
  timestampMs: named('timestamp', Timestamp),
  ageSeconds: wireOnly(t.Number({ minimum: 0, description: 'Since the source last confirmed it' })),
  stale: t.Boolean({ description: 'Older than its lifetime: the source fails, or is only now asked again' }),
  ttlMs: named('ttl_seconds', toSeconds({ minimum: 0 })),
}
const age = { timestamp: '2026-01-05T12:00:00.000Z', age_seconds: 42.1, stale: false, ttl_seconds: 300 }
const metadata = { cached: true, cache_ttl: 258, response_time_ms: 1 }

const Verification = record(
  {
    protocol: t.String(),
    chain: t.String(),
    blockNumber: Bigint,
    tvlUsd: t.Number({ description: 'US dollars in the contracts, by the oracles of the lenders' }),
    borrowedUsd: Usd,
    sourceTvlUsd: t.Number({ description: 'What the source says of the same protocol on the same chain' }),
    differenceUsd: t.Number({ description: 'Of the contracts over the source' }),
    difference: named('difference_percent', orNull(toPercent('Of what the source says; null where that is zero'))),
    isComplete: named('complete', t.Boolean({ description: 'Whether every deployment of the protocol could be read' })),
    tokens: t.Array(
      record({
        token: t.String(),
        symbol: t.String(),
        locked: toAmount({ description: 'Base units' }),
        borrowed: toAmount({ description: 'Base units' }),
        decimals: Int,
        priceUsd: UsdOrNull,
      }),
    ),
  },
  { description: 'With `verify`: what the contracts say, beside the source' },
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
        'Whose swaps were added up: the largest of listed tokens with the main currencies, as far as they have prices',
    }),
    volume24hUsd: named('volume_24h_usd', t.Number({ description: 'US dollars, by their own logs' })),
    fees24hUsd: named('fees_24h_usd', Usd),
    tvlUsd: t.Number({ description: 'US dollars that they hold' }),
    sourceVolume24hUsd: named(
      'source_volume_24h_usd',
      t.Number({ description: 'What the source says of all pools of the DEX on the same chain' }),
    ),
    differenceUsd: t.Number({ description: 'Of the logs over the source' }),
    difference: named('difference_percent', orNull(toPercent('Of what the source says; null where that is zero'))),
    isComplete: named('complete', t.Boolean({ description: 'Whether the logs of all 24 hours were read' })),
  },
  { description: 'With `verify`: what the pools themselves say, beside the source' },
)
const Named = record({ name: t.String(), tvlUsd: Usd })

/** Figures of the market as DefiLlama has them. */
export const marketEndpoints = {
  tvl: defineEndpoint({
    ...area,
    path: '/v1/integrations/tvlsource/metrics/tvl',
    query: t.Object({
      protocol: t.Optional(
        t.String({ minLength: 1, maxLength: 200, description: 'Id, name or slug of a protocol, or of a family: aave' }),
      ),
      chain,
      limit,
      verify: t.Optional(
        t.Boolean({
          description: 'Also read what the contracts hold, from the node: of a lender (aave_v3) on a chain, both named',
        }),
      ),
    }),
    summary: 'Total value locked',
    response: toEnvelope(
      record({
        /** Of chains without what is counted twice; of a protocol the sum of its parts. */
        totalTvlUsd: t.Number({
          description: 'US dollars. Of chains without what is counted twice; of a protocol the sum of its parts',
        }),
        ...Age,
        /** Largest first. */
        protocols: t.Array(
          record({
            name: t.String(),
            slug: t.String(),
            category: orNull(t.String()),
            tvlUsd: t.Number({ description: 'US dollars, with `chain` those there' }),
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
      /** Id or slug of a protocol. */
      project: t.Optional(Text),
      /** Ratio a year: 0.05 is 5 %. */
      minApy: t.Optional(toPercent('Percent a year; leaves out what has no known yield')),
      minTvlUsd: named('min_tvl', t.Optional(t.Number({ minimum: 0, description: 'US dollars' }))),
      /** Only pools of stablecoins, or only others. @default both */
      isStable: named('stablecoin', t.Optional(t.Boolean())),
      /** Most that are listed. @default all */
      limit,
    }),
    summary: 'Yields of pools',
    response: toEnvelope(
      record({
        /** Largest first. Yields are ratios a year: 0.05 is 5 %; null where they are not known. */
        pools: t.Array(
          record({
            id: named('pool', t.String({ description: "DefiLlama's id" })),
            project: t.String(),
            chain: t.String(),
            symbol: t.String(),
            apy: orNull(toPercent('Percent a year; null where it is not known')),
            apyBase: orNull(Percent),
            apyReward: orNull(Percent),
            tvlUsd: UsdOrNull,
            isStable: named('stable', t.Boolean()),
          }),
          { description: 'Largest first' },
        ),
        /** How many pass the filters. */
        count: t.Integer({ minimum: 0, description: 'Pools that pass the filters' }),
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
        t.String({ minLength: 1, maxLength: 200, description: 'Id, name or slug of a DEX, or of a family: uniswap' }),
      ),
      period: t.Optional(t.Enum(['24h', '7d', '30d'], { description: 'Of `total_usd`, and of the order' })),
      limit,
      verify: t.Optional(
        t.Boolean({
          description:
            'Also add up the swaps of its pools, from the node: of a DEX (uniswap_v3) on a chain, both named',
        }),
      ),
    }),
    summary: 'Volumes of exchanges',
    response: toEnvelope(
      record({
        period: t.Enum(['24h', '7d', '30d']),
        totalUsd: t.Number({ description: 'US dollars in the period' }),
        total24hUsd: named('total_24h_usd', Usd),
        /** A ratio: 0.01 is one percent more than the day before; null where that is not known. */
        change24h: named('change_24h_percent', orNull(toPercent('Over the day before; null where that is not known'))),
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
    summary: 'Market summary',
    response: toEnvelope(
      record({
        ...Age,
        tvl: record({
          totalUsd: Usd,
          change24h: named('change_24h_percent', orNull(toPercent('Null where no value of a day before is known'))),
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
