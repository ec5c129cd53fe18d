import { computeBars, computeOrderBook, computePriceAt, dailyVolume, type Quote, toDigits } from '../market.ts'
import { listTraded, type Respond, type VenueView } from '../venue.ts'

const dayMs = 86_400_000
const granularities: { readonly [name: string]: number } = { ONE_HOUR: 3_600_000, ONE_DAY: dayMs }
const market = '/api/v3/brokerage/market'
/** Maximum number of bars per answer. */
const maxBars = 350

/** Coinbase's public Advanced Trade API. Source: https://docs.cdp.coinbase.com/advanced-trade/reference */
export const respondAsCoinbase: Respond = (path, query, view) => {
  const quotes = listTraded(view)
  if (path === '/v2/currencies') return { data: [{ id: 'USD', name: 'US Dollar', min_size: '0.01' }] }
  if (path === '/v2/currencies/crypto')
    return { data: quotes.map(({ symbol }) => ({ asset_id: symbol, code: symbol, name: symbol, exponent: 8 })) }
  if (path === '/v2/exchange-rates')
    return {
      data: {
        currency: 'USD',
        rates: Object.fromEntries(quotes.map(({ symbol, priceUsd }) => [symbol, toDigits(1 / priceUsd)])),
      },
    }
  if (path === `${market}/products`) {
    const products = (query.get('product_type') ?? 'SPOT') === 'SPOT' ? quotes.map(toProduct) : []
    return { products, num_products: products.length }
  }
  return respondAboutProduct(path, query, view)
}

const respondAboutProduct: Respond = (path, query, view) => {
  if (path === `${market}/product_book`) {
    const quote = findProduct(query.get('product_id') ?? '', view)
    return quote === null ? undefined : toBook(quote)
  }
  const [, id = '', rest = ''] = new RegExp(`^${market}/products/([^/]+)(/.*)?$`).exec(path) ?? []
  const quote = findProduct(id, view)
  if (quote === null) return undefined
  if (rest === '') return toProduct(quote)
  if (rest === '/ticker') return toTicker(quote)
  return rest === '/candles' ? toCandles(quote, query) : undefined
}

const findProduct = (id: string, view: VenueView): Quote | null =>
  listTraded(view).find(({ symbol }) => `${symbol}-USD` === id) ?? null

const toProduct = (quote: Quote) => {
  const { symbol, priceUsd, atMs } = quote
  return {
    product_id: `${symbol}-USD`,
    price: toDigits(priceUsd),
    price_percentage_change_24h: toDigits((priceUsd / computePriceAt(quote, atMs - dayMs) - 1) * 100),
    volume_24h: toDigits(dailyVolume),
    volume_percentage_change_24h: '0',
    base_increment: '0.00000001',
    quote_increment: '0.000001',
    quote_min_size: '1',
    quote_max_size: '50000000',
    base_min_size: '0.00000001',
    base_max_size: '1000000',
    base_name: symbol,
    quote_name: 'US Dollar',
    watched: false,
    is_disabled: false,
    new: false,
    status: 'online',
    cancel_only: false,
    limit_only: false,
    post_only: false,
    trading_disabled: false,
    auction_mode: false,
    product_type: 'SPOT',
    quote_currency_id: 'USD',
    base_currency_id: symbol,
    mid_market_price: '',
    alias: '',
    alias_to: [],
    base_display_symbol: symbol,
    quote_display_symbol: 'USD',
    view_only: false,
    price_increment: '0.000001',
    approximate_quote_24h_volume: toDigits(dailyVolume * priceUsd),
  }
}

const toTicker = (quote: Quote) => {
  const { bids, asks } = computeOrderBook(quote)
  const trade = {
    trade_id: '1',
    product_id: `${quote.symbol}-USD`,
    price: toDigits(quote.priceUsd),
    size: '1',
    time: new Date(quote.atMs).toISOString(),
    side: 'BUY',
    bid: '',
    ask: '',
  }
  return { trades: [trade], best_bid: toDigits(bids[0]?.[0] ?? 0), best_ask: toDigits(asks[0]?.[0] ?? 0) }
}

const toBook = (quote: Quote) => {
  const { bids, asks } = computeOrderBook(quote)
  const toOffers = (side: typeof bids) =>
    side.map(([price, amount]) => ({ price: toDigits(price), size: toDigits(amount) }))
  const time = new Date(quote.atMs).toISOString()
  return { pricebook: { product_id: `${quote.symbol}-USD`, bids: toOffers(bids), asks: toOffers(asks), time } }
}

const toCandles = (quote: Quote, query: URLSearchParams) => {
  const intervalMs = granularities[query.get('granularity') ?? ''] ?? dayMs
  const [fromMs, toMs] = [Number(query.get('start')) * 1000, Number(query.get('end')) * 1000]
  const bars = computeBars(quote, intervalMs, fromMs, toMs).slice(0, maxBars)
  // Newest first.
  return {
    candles: [...bars].reverse().map(({ startMs, open, high, low, close, volume }) => ({
      start: String(startMs / 1000),
      low: toDigits(low),
      high: toDigits(high),
      open: toDigits(open),
      close: toDigits(close),
      volume: toDigits(volume),
    })),
  }
}
