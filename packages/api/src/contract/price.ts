import * as t from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { named, record, wireOnly } from './record.ts'
import { Chain, TextList } from './sharedParameters.ts'
import { orNull, Timestamp, toHex, toPercent, toSeconds, toTimestamp } from './wire.ts'

const area = {
  area: 'price',
  scopes: ['read:blockchain'],
  errors: 'nested',
  params: t.Object({
    chain: Chain,
    symbol: t.String({
      pattern: '^[\\w.$+-]{1,42}$',
      description: 'Symbol of a listed token in any case, or the address of any token',
    }),
  }),
} as const

const Usd = t.Number({ description: 'US dollars' })
const Change = (period: string) => orNull(toPercent(`Change over ${period}, percent; null if no source reports it`))
const AgeSeconds = (description?: string) => wireOnly(t.Number({ minimum: 0, ...(description && { description }) }))
const missing = t.Array(record({ name: t.String(), reason: t.String() }), {
  description: 'Sources without a usable price, and the reason',
})
const timestamp = '2026-01-05T12:00:00.000Z'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

export const priceEndpoints = {
  priceCurrent: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/price/{chain}/{symbol}',
    cost: 5,
    summary: 'Price of a token in US dollars, as the median of several sources',
    response: record({
      chain: t.String(),
      symbol: t.String(),
      address: orNull(toHex({ description: 'Token address; null for a coin without a contract' })),
      priceUsd: t.Number({ description: 'US dollars, median of the used sources' }),
      /** `redemption` if no market has a price. The price is then the redemption value of the issuer. */
      basis: t.Enum(['market', 'redemption'], {
        description:
          '`redemption` if no market has a price. The price is then the redemption value of the issuer in US dollars',
      }),
      /** Ratio: 0.01 is 1 %. Null if no source reports it. */
      change24h: named('price_change_24h', Change('24 hours')),
      change7d: named('price_change_7d', Change('7 days')),
      volume24hUsd: named(
        'volume_24h',
        orNull(t.Number({ description: 'Trading volume in 24 hours, US dollars; null if no source reports it' })),
      ),
      marketCapUsd: named('market_cap', orNull(t.Number({ description: 'US dollars; null if no source reports it' }))),
      liquidityUsd: orNull(
        t.Number({
          description:
            'US dollars tradable within 2 % of the price, summed over the used sources; null if none reports it',
        }),
      ),
      /** Highest minus lowest used source price, divided by the price, as a ratio. */
      spread: named(
        'spread_percent',
        toPercent('Highest minus lowest price of the used sources, in percent of the price'),
      ),
      /** Time of the read, Unix ms. */
      timestampMs: named('timestamp', Timestamp),
      ageSeconds: AgeSeconds('Seconds since the read'),
      stale: t.Boolean({ description: 'True if the price comes from the cache because no source has a usable price' }),
      ttlMs: named(
        'ttl_seconds',
        toSeconds({ description: 'Lifetime in seconds, after which the price is read again' }),
      ),
      /** Redemption value of a staked or restaked token by its issuer. Null for other tokens. */
      redemption: orNull(
        record(
          {
            rate: t.Number({ description: 'ETH per token at redemption by the issuer' }),
            priceUsd: orNull(t.Number({ description: 'Redemption value in US dollars; null without a price of ETH' })),
            /** Market price above the redemption value, as a ratio. Negative is a discount. */
            premium: named(
              'premium_percent',
              orNull(
                toPercent(
                  'Percent by which the market price exceeds the redemption value. Negative is a discount. null if unknown',
                ),
              ),
            ),
            protocol: t.String(),
          },
          { description: 'Redemption value of a staked or restaked token' },
        ),
      ),
      sources: t.Array(
        record({
          name: t.String(),
          kind: t.Enum(['feed', 'dex', 'exchange', 'aggregator', 'redemption']),
          priceUsd: Usd,
          timestampMs: named('timestamp', Timestamp),
          ageSeconds: AgeSeconds(),
          liquidityUsd: orNull(Usd),
          used: wireOnly(t.Boolean({ description: 'True if the source is part of the price' })),
          /** Reason why the source is not part of the price. Null if it is. */
          rejection: orNull(t.Enum(['implausible', 'stale', 'thin', 'witness', 'outlier'])),
          detail: orNull(t.String()),
        }),
      ),
      missing,
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
    summary: 'Compare the prices of a token on exchanges and DEXes',
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
            /** US dollars to buy one token, including fees. Null if the source has no trading. */
            buyUsd: orNull(
              t.Number({
                description: 'US dollars to buy one token, including the fee; null if the source has no trading',
              }),
            ),
            /** US dollars from selling one token, after fees. Null if the source has no trading. */
            sellUsd: orNull(
              t.Number({
                description: 'US dollars from selling one token, after the fee; null if the source has no trading',
              }),
            ),
          }),
          { description: 'Cheapest first' },
        ),
      ),
      best: named('best_price', orNull(record({ exchange: t.String(), priceUsd: Usd }))),
      spreadUsd: named('price_spread', t.Number({ description: 'Highest minus lowest price, US dollars' })),
      arbitrageOpportunity: wireOnly(
        t.Boolean({
          description:
            'True if buying on one market and selling on another earns a profit after taker fees, within the depth of both',
        }),
      ),
      arbitrage: orNull(
        record(
          { buyOn: t.String(), sellOn: t.String(), amountUsd: Usd, profitUsd: Usd },
          { description: 'Most profitable arbitrage; null if none earns a profit' },
        ),
      ),
      missing,
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
      days: t.Optional(
        t.Integer({ minimum: 1, maximum: 365, default: 30, description: 'Length of the period in days' }),
      ),
      interval: t.Optional(t.Enum(['1h', '1d', '1w'], { description: 'Length of one bar. Default: 1d' })),
    }),
    cost: { base: 0, each: 15, per: 'day', of: 'days', size: 1 },
    summary: 'Past prices of a token in bars',
    response: record({
      chain: t.String(),
      symbol: t.String(),
      interval: t.Enum(['1h', '1d', '1w']),
      bars: named(
        'history',
        t.Array(
          record({
            startMs: named('timestamp', toTimestamp('Start of the bar')),
            open: Usd,
            high: Usd,
            low: Usd,
            close: Usd,
            volumeUsd: named(
              'volume',
              orNull(t.Number({ description: 'Trading volume, US dollars; null if the source reports none' })),
            ),
            /** `local` if this node recorded the bar. */
            source: t.String({ description: 'Source of the bar. `local` if this node recorded it' }),
          }),
          { description: 'Oldest first. Unknown bars are omitted' },
        ),
      ),
      /** Change from the first open to the last close, as a ratio. */
      periodChange: orNull(toPercent('Percent change from the first open to the last close; null without bars')),
      /** Annualized, as a ratio. Null with fewer than three adjacent bars. */
      volatility: orNull(
        t.Number({ description: 'Annualized: 0.6 is 60 % per year; null with fewer than three adjacent bars' }),
      ),
      volatilityFormula: wireOnly(t.String()),
      coverage: record({
        expected: t.Integer({ minimum: 0, description: 'Number of bars in the period' }),
        present: t.Integer({ minimum: 0, description: 'Number of known bars' }),
        sources: t.Array(t.String()),
      }),
      missing,
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
