import { ApiAnswerError, type ApiClient } from '@outrigger/api'
import type { Response } from '@outrigger/api/contract'
import * as t from 'typebox'
import { Chain, defineTool, orNull, Text } from '../tool.ts'
import { toQuoted } from '../untrusted.ts'

const Usd = t.Number({ description: 'US dollars' })

export const getPrice = defineTool({
  name: 'get_price',
  title: 'Price of a token, with its sources',
  description:
    'Price of a token in US dollars as the median of several sources, with each source, its age, and why it was not used. With `markets`, also where the token is cheapest, and whether buying on one market and selling on another pays.',
  input: t.Object({
    chain: Chain,
    token: t.String({ pattern: '^[\\w.$+-]{1,42}$', description: 'Symbol, or address of any token' }),
    markets: t.Optional(
      t.String({
        pattern: '^[\\w,-]{1,200}$',
        description: 'Markets to compare, separated by commas, such as binance,uniswap_v3. Default: none',
      }),
    ),
  }),
  output: t.Object({
    chain: Text,
    symbol: Text,
    address: orNull(Text),
    price_usd: Usd,
    basis: t.String({ description: 'market, or redemption: the redemption value of the issuer' }),
    change_24h_percent: orNull(t.Number()),
    spread_percent: t.Number({ description: 'Highest minus lowest used source, percent of the price' }),
    liquidity_usd: orNull(t.Number({ description: 'US dollars tradable within 2 % of the price' })),
    sources: t.Array(
      t.Object({
        name: Text,
        kind: Text,
        price_usd: Usd,
        age_seconds: t.Number(),
        used: t.Boolean(),
        rejection: orNull(t.String({ description: 'Why the source is not part of the price' })),
      }),
    ),
    missing: t.Array(t.Object({ name: Text, reason: Text }), { description: 'Sources without a price' }),
    markets: t.Optional(
      t.Object({
        cheapest: orNull(t.Object({ exchange: Text, price_usd: Usd })),
        spread_usd: t.Number({ description: 'Highest minus lowest market price, US dollars' }),
        arbitrage: orNull(t.Object({ buy_on: Text, sell_on: Text, amount_usd: Usd, profit_usd: Usd })),
      }),
    ),
  }),
  endpoints: ['priceCurrent', 'priceCompare'],
  async ask({ chain, token, markets }, api) {
    const [price, comparison] = await Promise.all([
      api.priceCurrent({ chain, symbol: token }),
      markets === undefined ? null : readMarkets({ chain, symbol: token, exchanges: markets }, api),
    ])
    const { data, failure } = comparison ?? {}
    return {
      data: { ...toData(price), ...(data && { markets: toMarkets(data) }) },
      asOf: { timestamp: price.timestamp, stale: price.stale },
      ...(failure !== undefined && { notes: [`The markets could not be compared: ${toQuoted(failure)}`] }),
    }
  },
  toText: ({ chain, symbol, price_usd, sources, missing }) =>
    `${symbol} on ${chain} is ${price_usd} USD: ${sources.filter(({ used }) => used).length} of ${sources.length + missing.length} sources were used.`,
})

type Compared = { readonly data?: Response<'priceCompare'>; readonly failure?: string }

/** Compares markets. If none of them answers, the price is still worth an answer. */
async function readMarkets(question: Parameters<ApiClient['priceCompare']>[0], api: ApiClient): Promise<Compared> {
  try {
    return { data: await api.priceCompare(question) }
  } catch (error) {
    if (error instanceof ApiAnswerError && error.status === 503) return { failure: error.message }
    throw error
  }
}

function toData(price: Response<'priceCurrent'>) {
  const { chain, symbol, address, price_usd, basis, price_change_24h, spread_percent, liquidity_usd } = price
  return {
    chain,
    symbol,
    address,
    price_usd,
    basis,
    change_24h_percent: price_change_24h,
    spread_percent,
    liquidity_usd,
    sources: price.sources.map(({ name, kind, price_usd: usd, age_seconds, used, rejection }) => ({
      name,
      kind,
      price_usd: usd,
      age_seconds,
      used,
      rejection,
    })),
    missing: price.missing,
  }
}

const toMarkets = ({ best_price, price_spread, arbitrage }: Response<'priceCompare'>) => ({
  cheapest: best_price,
  spread_usd: price_spread,
  arbitrage,
})
