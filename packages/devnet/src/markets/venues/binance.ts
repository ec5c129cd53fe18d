import { computeBars, computeOrderBook, computePriceAt, dailyVolume, type Quote, toDigits } from '../market.ts'
import { listTraded, type Respond, type VenueView } from '../venue.ts'

const dayMs = 86_400_000
const quoteAsset = 'USDT'
const intervals: { readonly [name: string]: number } = { '1h': 3_600_000, '1d': dayMs }

/** Binance's public spot API. Source: https://developers.binance.com/docs/binance-spot-api-docs/rest-api */
export const respondAsBinance: Respond = (path, query, view) => {
  if (path === '/api/v3/exchangeInfo')
    return { timezone: 'UTC', serverTime: view.nowMs, rateLimits: [], symbols: listTraded(view).map(toSymbol) }
  const quote = findPair(query.get('symbol'), view)
  if (quote === null) return path.startsWith('/api/v3/') ? { code: -1121, msg: 'Invalid symbol.' } : undefined
  if (path === '/api/v3/ticker/24hr') return toTicker(quote)
  if (path === '/api/v3/depth') {
    const { bids, asks } = computeOrderBook(quote)
    const toTexts = (side: typeof bids) => side.map(([price, amount]) => [toDigits(price), toDigits(amount)])
    return { lastUpdateId: view.nowMs, bids: toTexts(bids), asks: toTexts(asks) }
  }
  return path === '/api/v3/klines' ? toKlines(quote, query) : undefined
}

/** Finds a pair with USDT, because Binance has no US dollars. */
const findPair = (pair: string | null, view: VenueView): Quote | null =>
  listTraded(view).find(({ symbol }) => `${symbol}${quoteAsset}` === pair) ?? null

const toSymbol = ({ symbol }: Quote) => ({
  symbol: `${symbol}${quoteAsset}`,
  status: 'TRADING',
  baseAsset: symbol,
  baseAssetPrecision: 8,
  quoteAsset,
  quotePrecision: 8,
  quoteAssetPrecision: 8,
  orderTypes: ['LIMIT', 'MARKET'],
  isSpotTradingAllowed: true,
  isMarginTradingAllowed: false,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.00000100', maxPrice: '1000000.00000000', tickSize: '0.00000100' },
    { filterType: 'LOT_SIZE', minQty: '0.00000100', maxQty: '9000000.00000000', stepSize: '0.00000100' },
    { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true, avgPriceMins: 5 },
  ],
  permissions: [],
  permissionSets: [['SPOT']],
})

const toTicker = (quote: Quote) => {
  const { symbol, priceUsd, atMs } = quote
  const openPrice = computePriceAt(quote, atMs - dayMs)
  const { bids, asks } = computeOrderBook(quote)
  const [bar] = computeBars(quote, dayMs, Math.floor(atMs / dayMs) * dayMs, atMs)
  return {
    symbol: `${symbol}${quoteAsset}`,
    priceChange: toDigits(priceUsd - openPrice),
    priceChangePercent: toDigits((priceUsd / openPrice - 1) * 100),
    weightedAvgPrice: toDigits(priceUsd),
    prevClosePrice: toDigits(openPrice),
    lastPrice: toDigits(priceUsd),
    lastQty: '1',
    bidPrice: toDigits(bids[0]?.[0] ?? priceUsd),
    bidQty: toDigits(bids[0]?.[1] ?? 1),
    askPrice: toDigits(asks[0]?.[0] ?? priceUsd),
    askQty: toDigits(asks[0]?.[1] ?? 1),
    openPrice: toDigits(openPrice),
    highPrice: toDigits(bar?.high ?? priceUsd),
    lowPrice: toDigits(bar?.low ?? priceUsd),
    volume: toDigits(dailyVolume),
    quoteVolume: toDigits(dailyVolume * priceUsd),
    openTime: atMs - dayMs,
    closeTime: atMs,
    firstId: 1,
    lastId: 1000,
    count: 1000,
  }
}

const toKlines = (quote: Quote, query: URLSearchParams) => {
  const intervalMs = intervals[query.get('interval') ?? ''] ?? dayMs
  const limit = Number(query.get('limit') ?? 500)
  const fromMs = Number(query.get('startTime') ?? quote.atMs - limit * intervalMs)
  return computeBars(quote, intervalMs, fromMs, Number(query.get('endTime') ?? quote.atMs))
    .slice(0, limit)
    .map(({ startMs, open, high, low, close, volume }) => [
      startMs,
      ...[open, high, low, close, volume].map(toDigits),
      startMs + intervalMs - 1,
      toDigits(volume * close),
      100,
      toDigits(volume / 2),
      toDigits((volume * close) / 2),
      '0',
    ])
}
