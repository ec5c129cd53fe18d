import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { named, record, wireOnly } from './record.ts'
import { Chain, TextList } from './sharedParameters.ts'
import { Int, orNull, Timestamp, toHex, toPercent, toSeconds, toTimestamp } from './wire.ts'

const area = {
  area: 'price',
  scopes: ['read:blockchain'],
  errors: 'nested',
  params: t.Object({
    chain: Chain,
    symbol: t.String({
      pattern: '^[\\w.$+-]{1,42}$',
      description: 'Of a listed token, letter case ignored, or the address of any token',
    }),
  }),
} as const

const Usd = t.Number({ description: 'US dollars' })
const Change = (what: string) => orNull(toPercent(`${what}, percent; null where no source has it`))
const AgeSeconds = (description?: string) => wireOnly(t.Number({ minimum: 0, ...(description && { description }) }))
const silent = named(
  'missing',
  t.Array(record({ name: t.String(), reason: t.String() }), {
    description: 'Sources without a price that can be used, and why',
  }),
)
const timestamp = '2026-01-05T12:00:00.000Z'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

export const priceEndpoints = {
  priceCurrent: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}',
    cost: 5,
    summary: 'Price of a token, the median of several sources',
    response: record({
      chain: t.String(),
      symbol: t.String(),
      address: orNull(toHex({ description: 'Of the token; null for a coin without a contract' })),
      priceUsd: t.Number({ description: 'Median of the sources used' }),
      /** `redemption`: no market has a price, and this is what the issuer redeems it for. */
      basis: t.Enum(['market', 'redemption'], {
        description:
          '`redemption`: no market has a price, and this is what the issuer redeems the token for, in dollars',
      }),
      /** Ratio: 0.01 is one percent. Null where no source reports it, as the following. */
      change24h: named('price_change_24h', Change('Change of a day')),
      change7d: named('price_change_7d', Change('Change of a week')),
      volume24hUsd: named(
        'volume_24h',
        orNull(t.Number({ description: 'Traded in a day, US dollars; null where no source has it' })),
      ),
      marketCapUsd: named('market_cap', orNull(t.Number({ description: 'US dollars; null where no source has it' }))),
      liquidityUsd: orNull(
        t.Number({ description: 'Tradable within 2 % of the price, sum over the sources used that report it' }),
      ),
      /** Distance of the highest from the lowest opinion used, over the price. */
      spread: named('spread_percent', toPercent('Highest less lowest price of the sources used, over the price')),
      /** When it was read, Unix ms. */
      timestampMs: named('timestamp', Timestamp),
      ageSeconds: AgeSeconds('Since it was read'),
      stale: t.Boolean({ description: 'Served from cache because no source has a usable price' }),
      ttlMs: named('ttl_seconds', toSeconds({ description: 'Seconds until the data should be refreshed' })),
      /** What its issuer redeems a staked or restaked token for; null for others. */
      redemption: orNull(
        record(
          {
            rate: t.Number({ description: 'ETH per token, as its issuer redeems it' }),
            priceUsd: orNull(t.Number({ description: 'That rate in US dollars' })),
            /** Ratio. */
            premium: named(
              'premium_percent',
              orNull(toPercent('Market price over that; negative is a discount; null without a market price')),
            ),
            protocol: t.String(),
          },
          { description: 'Of a staked or restaked token, beside its market price' },
        ),
      ),
      opinions: named(
        'sources',
        t.Array(
          record({
            name: t.String(),
            kind: t.Enum(['feed', 'dex', 'exchange', 'aggregator', 'redemption']),
            priceUsd: Usd,
            timestampMs: named('timestamp', Timestamp),
            ageSeconds: AgeSeconds(),
            liquidityUsd: orNull(Usd),
            used: wireOnly(t.Boolean({ description: 'Whether it is part of the price' })),
            /** Why it is not part of the price; null where it is. */
            rejection: orNull(t.Enum(['implausible', 'stale', 'thin', 'witness', 'outlier'])),
            detail: orNull(t.String()),
          }),
        ),
      ),
      silent,
    }),
    example: {
      chain: 'ethereum',
      symbol: 'WETH',
      address: weth,
      price_usd: 3000.4,
      basis: 'market',
      price_change_24h: 1.24,
      price_change_7d: -3.5,
      volume_24h: 18_400_000_000,
      market_cap: 361_000_000_000,
      liquidity_usd: 12_400_000,
      spread_percent: 0.03,
      timestamp,
      age_seconds: 4.2,
      stale: false,
      ttl_seconds: 60,
      redemption: null,
      sources: [
        {
          name: 'chainlink',
          kind: 'feed',
          price_usd: 2999.9,
          timestamp,
          age_seconds: 900,
          liquidity_usd: null,
          used: true,
          rejection: null,
          detail: 'ETH / USD',
        },
      ],
      missing: [{ name: 'coingecko', reason: 'no answer within 2000 ms' }],
    },
  }),
  priceCompare: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}/compare',
    query: t.Object({ exchanges: TextList }),
    cost: 10,
    summary: 'Price of a token on exchanges and DEXes, side by side',
    response: record({
      chain: t.String(),
      symbol: t.String(),
      timestampMs: named('timestamp', Timestamp),
      offers: named(
        'comparison',
        t.Array(
          record({
            exchange: t.String(),
            kind: t.Enum(['feed', 'dex', 'exchange', 'aggregator']),
            priceUsd: Usd,
            liquidityUsd: named(
              'liquidity',
              orNull(t.Number({ description: 'US dollars tradable within 2 % of the price' })),
            ),
            /** What buying costs and selling pays, fees included; null where nothing is traded. */
            buyUsd: orNull(t.Number({ description: 'Price to buy, including the fee; null without trades' })),
            sellUsd: orNull(t.Number({ description: 'Price to sell, including the fee' })),
          }),
          { description: 'Cheapest first' },
        ),
      ),
      best: named('best_price', orNull(record({ exchange: t.String(), priceUsd: Usd }))),
      spreadUsd: named('price_spread', t.Number({ description: 'Highest less lowest price, US dollars' })),
      arbitrageOpportunity: wireOnly(
        t.Boolean({
          description: 'Buying on one and selling on another at once pays after taker fees, within the depth of both',
        }),
      ),
      arbitrage: orNull(
        record({ buyOn: t.String(), sellOn: t.String(), amountUsd: Usd, profitUsd: Usd }, { description: 'The best' }),
      ),
      silent,
    }),
    example: {
      chain: 'ethereum',
      symbol: 'WETH',
      timestamp,
      comparison: [
        {
          exchange: 'kraken',
          kind: 'exchange',
          price_usd: 2999,
          liquidity: 2_000_000,
          buy_usd: 3007.1,
          sell_usd: 2990.9,
        },
        {
          exchange: 'uniswap_v3',
          kind: 'dex',
          price_usd: 3000.5,
          liquidity: 8_400_000,
          buy_usd: 3002,
          sell_usd: 2999,
        },
      ],
      best_price: { exchange: 'uniswap_v3', price_usd: 3000.5 },
      price_spread: 1.5,
      arbitrage_opportunity: false,
      arbitrage: null,
      missing: [],
    },
  }),
  priceHistory: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}/history',
    query: t.Object({
      days: t.Optional(t.Integer({ minimum: 1, maximum: 365, default: 30 })),
      interval: t.Optional(t.Enum(['1h', '1d', '1w'])),
    }),
    cost: { base: 0, each: 15, per: 'day', of: 'days', size: 1 },
    summary: 'Price of a token over days',
    response: record({
      chain: t.String(),
      symbol: t.String(),
      interval: t.Enum(['1h', '1d', '1w']),
      bars: named(
        'history',
        t.Array(
          record({
            startMs: named('timestamp', toTimestamp('Begin of the bar')),
            open: Usd,
            high: Usd,
            low: Usd,
            close: Usd,
            volumeUsd: named('volume', orNull(t.Number({ description: 'US dollars; null where its source has none' }))),
            /** `local`: seen by the node itself. */
            source: t.String({ description: '`local`: seen by this node' }),
          }),
          { description: 'Ascending; a bar nobody knows is missing' },
        ),
      ),
      /** Ratio of the last close to the first open, less one. */
      periodChange: named('period_change', orNull(toPercent('Last close over first open, percent'))),
      /** Annualised. */
      volatility: orNull(t.Number({ description: 'Annualised, 0.6 is 60 % a year; null below three adjacent bars' })),
      volatilityFormula: wireOnly(t.String()),
      coverage: record({
        expected: Int,
        present: Int,
        sources: t.Array(t.String()),
      }),
      silent,
    }),
    example: {
      chain: 'ethereum',
      symbol: 'WETH',
      interval: '1d',
      history: [{ timestamp, open: 2950, high: 3020, low: 2931, close: 3000, volume: 61_000_000, source: 'kraken' }],
      period_change: 1.69,
      volatility: null,
      volatility_formula: 'sample standard deviation of …',
      coverage: { expected: 1, present: 1, sources: ['kraken'] },
      missing: [],
    },
  }),
}
