import { computePriceAt } from '../market.ts'
import type { MarketToken, Respond, VenueView } from '../venue.ts'
import { toMarketFigures } from './defiLlamaFigures.ts'

const periods: { readonly [name: string]: number } = { '1h': 3_600, '1d': 86_400 }

/** DefiLlama's API of coins, value locked, yields and volumes. Source: https://api-docs.defillama.com */
export const respondAsDefiLlama: Respond = (path, query, view) => {
  const [, kind, ids = ''] = /^\/(prices\/current|chart)\/(.+)$/.exec(path) ?? []
  if (kind === undefined) return toMarketFigures(path, view.nowMs)
  const found = ids.split(',').flatMap((id): readonly (readonly [string, MarketToken])[] => {
    const token = view.tokens.find((one) => hasId(one, id))
    return token === undefined ? [] : [[id, token]]
  })
  const entries = found.flatMap(([id, token]) => {
    const coin = kind === 'chart' ? toChart(token, query, view) : toPrice(token, view)
    return coin === null ? [] : [[id, coin]]
  })
  return { coins: Object.fromEntries(entries) }
}

const hasId = ({ contracts, coinGeckoId }: MarketToken, id: string): boolean =>
  id === `coingecko:${coinGeckoId}` ||
  contracts.some(({ chain, address }) => `${chain}:${address}`.toLowerCase() === id.toLowerCase())

const toPrice = ({ symbol }: MarketToken, view: VenueView) => {
  const quote = view.quote(symbol)
  if (quote === null) return null
  return { decimals: 18, symbol, price: quote.priceUsd, timestamp: Math.floor(quote.atMs / 1000), confidence: 0.99 }
}

const toChart = ({ symbol }: MarketToken, query: URLSearchParams, view: VenueView) => {
  const quote = view.quote(symbol)
  if (quote === null) return null
  const step = periods[query.get('period') ?? '1d'] ?? 86_400
  const start = Number(query.get('start') ?? 0)
  const prices = Array.from({ length: Number(query.get('span') ?? 1) }, (_, index) => start + index * step)
    .filter((timestamp) => timestamp * 1000 <= quote.atMs)
    .map((timestamp) => ({ timestamp, price: computePriceAt(quote, timestamp * 1000) }))
  return { symbol, confidence: 0.99, decimals: 18, prices }
}
