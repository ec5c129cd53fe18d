import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { toEnvelope } from './envelope.ts'
import { Text } from './sharedParameters.ts'
import { Int, orNull, Timestamp } from './wire.ts'

const area = { area: 'integrations', method: 'GET', scopes: ['read:blockchain'], cost: 10, errors: 'envelope' } as const

const Usd = t.Number({ description: 'US dollars' })
const Percent = t.Number({ description: 'Percent' })
const UsdOrNull = orNull(t.Number({ description: 'US dollars; null where it is not known' }))
const chain = t.Optional(t.String({ minLength: 1, maxLength: 200, description: "A chain's name, ours or DefiLlama's" }))
const limit = t.Optional(t.Integer({ minimum: 1, maximum: 100_000, description: 'Most that are listed' }))

/** Of the oldest part of the answer. */
const Age = {
  timestamp: Timestamp,
  age_seconds: t.Number({ minimum: 0, description: 'Since the source last confirmed it' }),
  stale: t.Boolean({ description: 'Older than its lifetime: the source fails, or is only now asked again' }),
  ttl_seconds: Int,
}
const age = { timestamp: '2026-01-05T12:00:00.000Z', age_seconds: 42.1, stale: false, ttl_seconds: 300 }
const metadata = { cached: true, cache_ttl: 258, response_time_ms: 1 }

const Verification = t.Object(
  {
    protocol: t.String(),
    chain: t.String(),
    block_number: Int,
    tvl_usd: t.Number({ description: 'US dollars in the contracts, by the oracles of the lenders' }),
    borrowed_usd: Usd,
    source_tvl_usd: t.Number({ description: 'What the source says of the same protocol on the same chain' }),
    difference_usd: t.Number({ description: 'Of the contracts over the source' }),
    difference_percent: orNull(t.Number({ description: 'Of what the source says; null where that is zero' })),
    complete: t.Boolean({ description: 'Whether every deployment of the protocol could be read' }),
    tokens: t.Array(
      t.Object({
        token: t.String(),
        symbol: t.String(),
        locked: t.String({ description: 'Base units' }),
        borrowed: t.String({ description: 'Base units' }),
        decimals: Int,
        price_usd: UsdOrNull,
      }),
    ),
  },
  { description: 'With `verify`: what the contracts say, beside the source' },
)
const VolumeVerification = t.Object(
  {
    dex: t.String(),
    chain: t.String(),
    from_block: Int,
    to_block: Int,
    pools: t.Integer({
      minimum: 0,
      description:
        'Whose swaps were added up: the largest of listed tokens with the main currencies, as far as they have prices',
    }),
    volume_24h_usd: t.Number({ description: 'US dollars, by their own logs' }),
    fees_24h_usd: Usd,
    tvl_usd: t.Number({ description: 'US dollars that they hold' }),
    source_volume_24h_usd: t.Number({ description: 'What the source says of all pools of the DEX on the same chain' }),
    difference_usd: t.Number({ description: 'Of the logs over the source' }),
    difference_percent: orNull(t.Number({ description: 'Of what the source says; null where that is zero' })),
    complete: t.Boolean({ description: 'Whether the logs of all 24 hours were read' }),
  },
  { description: 'With `verify`: what the pools themselves say, beside the source' },
)
const Named = t.Object({ name: t.String(), tvl_usd: Usd })

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
      t.Object({
        total_tvl_usd: t.Number({
          description: 'US dollars. Of chains without what is counted twice; of a protocol the sum of its parts',
        }),
        ...Age,
        protocols: t.Array(
          t.Object({
            name: t.String(),
            slug: t.String(),
            category: orNull(t.String()),
            tvl_usd: t.Number({ description: 'US dollars, with `chain` those there' }),
            chains: t.Array(t.String()),
          }),
          { description: 'Largest first' },
        ),
        chains: t.Record(t.String(), Usd),
        verification: t.Optional(Verification),
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
    query: t.Object({
      chain,
      project: t.Optional(Text),
      min_apy: t.Optional(t.Number({ description: 'Percent a year; leaves out what has no known yield' })),
      min_tvl: t.Optional(t.Number({ minimum: 0, description: 'US dollars' })),
      stablecoin: t.Optional(t.Boolean()),
      limit,
    }),
    summary: 'Yields of pools',
    response: toEnvelope(
      t.Object({
        pools: t.Array(
          t.Object({
            pool: t.String({ description: "DefiLlama's id" }),
            project: t.String(),
            chain: t.String(),
            symbol: t.String(),
            apy: orNull(t.Number({ description: 'Percent a year; null where it is not known' })),
            apy_base: orNull(Percent),
            apy_reward: orNull(Percent),
            tvl_usd: UsdOrNull,
            stable: t.Boolean(),
          }),
          { description: 'Largest first' },
        ),
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
      t.Object({
        period: t.Enum(['24h', '7d', '30d']),
        total_usd: t.Number({ description: 'US dollars in the period' }),
        total_24h_usd: Usd,
        change_24h_percent: orNull(t.Number({ description: 'Over the day before; null where that is not known' })),
        dexes: t.Array(
          t.Object({
            name: t.String(),
            slug: t.String(),
            volume_24h_usd: UsdOrNull,
            volume_7d_usd: UsdOrNull,
            volume_30d_usd: UsdOrNull,
            chains: t.Array(t.String()),
          }),
          { description: 'Most traded first' },
        ),
        ...Age,
        verification: t.Optional(VolumeVerification),
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
      t.Object({
        ...Age,
        tvl: t.Object({
          total_usd: Usd,
          change_24h_percent: orNull(t.Number({ description: 'Null where no value of a day before is known' })),
        }),
        volume: t.Object({ total_24h_usd: Usd, change_24h_percent: orNull(Percent) }),
        top_protocols: t.Array(Named),
        top_chains: t.Array(Named),
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
