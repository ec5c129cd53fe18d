import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { Chain, TextList } from './sharedParameters.ts'
import { Int, orNull, Timestamp } from './wire.ts'

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
const Percent = (what: string) => orNull(t.Number({ description: `${what}, percent; null where no source has it` }))
const Silent = t.Array(t.Object({ name: t.String(), reason: t.String() }), {
  description: 'Sources without a price that can be used, and why',
})
const timestamp = '2026-01-05T12:00:00.000Z'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

export const priceEndpoints = {
  priceCurrent: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}',
    cost: 5,
    summary: 'Price of a token, the median of several sources',
    response: t.Object({
      chain: t.String(),
      symbol: t.String(),
      address: orNull(t.String({ description: 'Of the token; null for a coin without a contract' })),
      price_usd: t.Number({ description: 'Median of the sources used' }),
      basis: t.Enum(['market', 'redemption'], {
        description:
          '`redemption`: no market has a price, and this is what the issuer redeems the token for, in dollars',
      }),
      price_change_24h: Percent('Change of a day'),
      price_change_7d: Percent('Change of a week'),
      volume_24h: orNull(t.Number({ description: 'Traded in a day, US dollars; null where no source has it' })),
      market_cap: orNull(t.Number({ description: 'US dollars; null where no source has it' })),
      liquidity_usd: orNull(
        t.Number({ description: 'Tradable within 2 % of the price, sum over the sources used that report it' }),
      ),
      spread_percent: t.Number({ description: 'Highest less lowest price of the sources used, over the price' }),
      timestamp: Timestamp,
      age_seconds: t.Number({ minimum: 0, description: 'Since it was read' }),
      stale: t.Boolean({ description: 'Served from cache because no source has a usable price' }),
      ttl_seconds: t.Integer({ description: 'Seconds until the data should be refreshed' }),
      redemption: orNull(
        t.Object(
          {
            rate: t.Number({ description: 'ETH per token, as its issuer redeems it' }),
            price_usd: orNull(t.Number({ description: 'That rate in US dollars' })),
            premium_percent: orNull(
              t.Number({ description: 'Market price over that; negative is a discount; null without a market price' }),
            ),
            protocol: t.String(),
          },
          { description: 'Of a staked or restaked token, beside its market price' },
        ),
      ),
      sources: t.Array(
        t.Object({
          name: t.String(),
          kind: t.Enum(['feed', 'dex', 'exchange', 'aggregator', 'redemption']),
          price_usd: Usd,
          timestamp: Timestamp,
          age_seconds: t.Number({ minimum: 0 }),
          liquidity_usd: orNull(Usd),
          used: t.Boolean({ description: 'Whether it is part of the price' }),
          rejection: orNull(t.Enum(['implausible', 'stale', 'thin', 'witness', 'outlier'])),
          detail: orNull(t.String()),
        }),
      ),
      missing: Silent,
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
    response: t.Object({
      chain: t.String(),
      symbol: t.String(),
      timestamp: Timestamp,
      comparison: t.Array(
        t.Object({
          exchange: t.String(),
          kind: t.Enum(['feed', 'dex', 'exchange', 'aggregator']),
          price_usd: Usd,
          liquidity: orNull(t.Number({ description: 'US dollars tradable within 2 % of the price' })),
          buy_usd: orNull(t.Number({ description: 'What buying costs, fee included; null where nothing is traded' })),
          sell_usd: orNull(t.Number({ description: 'What selling pays, fee included' })),
        }),
        { description: 'Cheapest first' },
      ),
      best_price: orNull(t.Object({ exchange: t.String(), price_usd: Usd })),
      price_spread: t.Number({ description: 'Highest less lowest price, US dollars' }),
      arbitrage_opportunity: t.Boolean({
        description: 'Buying on one and selling on another at once pays after taker fees, within the depth of both',
      }),
      arbitrage: orNull(
        t.Object(
          { buy_on: t.String(), sell_on: t.String(), amount_usd: Usd, profit_usd: Usd },
          { description: 'The best' },
        ),
      ),
      missing: Silent,
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
    response: t.Object({
      chain: t.String(),
      symbol: t.String(),
      interval: t.Enum(['1h', '1d', '1w']),
      history: t.Array(
        t.Object({
          timestamp: t.String({ format: 'date-time', description: 'Begin of the bar' }),
          open: Usd,
          high: Usd,
          low: Usd,
          close: Usd,
          volume: orNull(t.Number({ description: 'US dollars; null where its source has none' })),
          source: t.String({ description: '`local`: seen by this node' }),
        }),
        { description: 'Ascending; a bar nobody knows is missing' },
      ),
      period_change: orNull(t.Number({ description: 'Last close over first open, percent' })),
      volatility: orNull(t.Number({ description: 'Annualised, 0.6 is 60 % a year; null below three adjacent bars' })),
      volatility_formula: t.String(),
      coverage: t.Object({
        expected: Int,
        present: Int,
        sources: t.Array(t.String()),
      }),
      missing: Silent,
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
