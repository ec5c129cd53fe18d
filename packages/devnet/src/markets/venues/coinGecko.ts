import { circulating, computePriceAt, dailyVolume, type Quote } from '../market.ts'
import type { MarketToken, Respond, VenueView } from '../venue.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const api = '/api/v3'

/** CoinGecko's price API. Source: https://docs.coingecko.com/reference */
export const respondAsCoinGecko: Respond = (path, query, view) => {
  if (path === `${api}/simple/price`) {
    const ids = (query.get('ids') ?? '').split(',')
    return toPrices(ids, (id) => view.tokens.find(({ coinGeckoId }) => coinGeckoId === id), view)
  }
  if (path.startsWith(`${api}/simple/token_price/`)) {
    const addresses = (query.get('contract_addresses') ?? '').toLowerCase().split(',')
    return toPrices(addresses, (address) => findContract(address, view), view)
  }
  if (path === `${api}/global`) return toGlobal(view)
  if (path === `${api}/search/trending`)
    return {
      coins: [],
      nfts: [],
      categories: [
        { id: 1, name: 'Liquid Staking' },
        { id: 2, name: 'Lending' },
      ],
    }
  const [, byContract, byCoin] =
    /^\/api\/v3\/coins\/(?:[^/]+\/contract\/(0x[\da-f]{40})|([^/]+))\/market_chart\/range$/.exec(path) ?? []
  const token = byContract
    ? findContract(byContract, view)
    : view.tokens.find(({ coinGeckoId }) => coinGeckoId !== undefined && coinGeckoId === byCoin)
  const quote = token && view.quote(token.symbol)
  return quote ? toChart(quote, query) : undefined
}

const findContract = (address: string, { tokens }: VenueView): MarketToken | undefined =>
  tokens.find(({ contracts }) => contracts.some((one) => one.address === address))

const toPrices = (ids: readonly string[], find: (id: string) => MarketToken | undefined, view: VenueView) =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const token = find(id)
      const quote = token && view.quote(token.symbol)
      return quote ? [[id, toPrice(quote)]] : []
    }),
  )

const toPrice = (quote: Quote) => ({
  usd: quote.priceUsd,
  usd_market_cap: quote.priceUsd * circulating,
  usd_24h_vol: quote.priceUsd * dailyVolume,
  usd_24h_change: (quote.priceUsd / computePriceAt(quote, quote.atMs - dayMs) - 1) * 100,
  last_updated_at: Math.floor(quote.atMs / 1000),
})

/** Totals of all tokens with a quote. */
const toGlobal = ({ tokens, quote }: VenueView) => {
  const quotes = [...new Set(tokens.map(({ symbol }) => symbol))].flatMap((symbol) => quote(symbol) ?? [])
  const cap = quotes.reduce((sum, { priceUsd }) => sum + priceUsd * circulating, 0)
  const shares = quotes.map(({ symbol, priceUsd }) => [symbol.toLowerCase(), ((priceUsd * circulating) / cap) * 100])
  return {
    data: {
      active_cryptocurrencies: quotes.length,
      total_market_cap: { usd: cap },
      total_volume: { usd: quotes.reduce((sum, { priceUsd }) => sum + priceUsd * dailyVolume, 0) },
      market_cap_percentage: Object.fromEntries(shares),
    },
  }
}

/** Returns hourly prices for up to 90 days, and daily prices for longer periods. */
const toChart = (quote: Quote, query: URLSearchParams) => {
  const [fromMs, toMs] = [Number(query.get('from')) * 1000, Number(query.get('to')) * 1000]
  const stepMs = toMs - fromMs > 90 * dayMs ? dayMs : hourMs
  const times: number[] = []
  for (let atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs <= Math.min(toMs, quote.atMs); atMs += stepMs)
    times.push(atMs)
  const series = (factor: number) => times.map((atMs) => [atMs, computePriceAt(quote, atMs) * factor])
  return { prices: series(1), market_caps: series(circulating), total_volumes: series(dailyVolume) }
}
