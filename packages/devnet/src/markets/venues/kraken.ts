import { computeBars, computeOrderBook, computePriceAt, dailyVolume, type Quote, toDigits } from '../market.ts'
import { listTraded, type Respond, type VenueView } from '../venue.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Maximum number of bars per answer. Older bars are never returned. */
const maxBars = 720

/** Kraken's legacy names of the oldest coins. */
const oldNames: { readonly [symbol: string]: string } = { ETH: 'XETH', BTC: 'XXBT' }
const altNames: { readonly [symbol: string]: string } = { BTC: 'XBT' }
const toAsset = (symbol: string) => oldNames[symbol] ?? symbol
const toAltName = (symbol: string) => altNames[symbol] ?? symbol
const toPairName = (symbol: string) => (oldNames[symbol] ? `${oldNames[symbol]}ZUSD` : `${symbol}USD`)

/** Kraken's public spot API. Source: https://docs.kraken.com/api/docs/rest-api */
export const respondAsKraken: Respond = (path, query, view) => {
  const quotes = listTraded(view)
  if (path === '/0/public/Assets')
    return toResult({
      ZUSD: toCoin('USD', 4),
      ...Object.fromEntries(quotes.map(({ symbol }) => [toAsset(symbol), toCoin(toAltName(symbol), 10)])),
    })
  if (path === '/0/public/AssetPairs')
    return toResult(Object.fromEntries(quotes.map(({ symbol }) => [toPairName(symbol), toPair(symbol)])))
  const quote = findPair(query.get('pair') ?? '', view)
  if (quote === null) return path.startsWith('/0/public/') ? { error: ['EQuery:Unknown asset pair'] } : undefined
  const name = toPairName(quote.symbol)
  if (path === '/0/public/Ticker') return toResult({ [name]: toTicker(quote) })
  if (path === '/0/public/Depth') return toResult({ [name]: toDepth(quote) })
  return path === '/0/public/OHLC' ? toResult(toOhlc(quote, query)) : undefined
}

const toResult = (result: object) => ({ error: [], result })
const toCoin = (altname: string, decimals: number) => ({
  aclass: 'currency',
  altname,
  decimals,
  display_decimals: 5,
  status: 'enabled',
})

const findPair = (name: string, view: VenueView): Quote | null =>
  listTraded(view).find(({ symbol }) => toPairName(symbol) === name || `${toAltName(symbol)}USD` === name) ?? null

const toPair = (symbol: string) => ({
  altname: `${toAltName(symbol)}USD`,
  wsname: `${toAltName(symbol)}/USD`,
  aclass_base: 'currency',
  base: toAsset(symbol),
  aclass_quote: 'currency',
  quote: 'ZUSD',
  lot: 'unit',
  cost_decimals: 6,
  pair_decimals: 6,
  lot_decimals: 8,
  lot_multiplier: 1,
  leverage_buy: [],
  leverage_sell: [],
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  fee_volume_currency: 'ZUSD',
  margin_call: 80,
  margin_stop: 40,
  ordermin: '0.0001',
  costmin: '0.5',
  tick_size: '0.000001',
  status: 'online',
})

const toTicker = (quote: Quote) => {
  const { bids, asks } = computeOrderBook(quote)
  const price = toDigits(quote.priceUsd)
  const day = (value: string) => [value, value]
  return {
    a: [toDigits(asks[0]?.[0] ?? 0), '1', '1.000'],
    b: [toDigits(bids[0]?.[0] ?? 0), '1', '1.000'],
    c: [price, '1'],
    v: day(toDigits(dailyVolume)),
    p: day(price),
    t: [1000, 1000],
    l: day(price),
    h: day(price),
    o: toDigits(computePriceAt(quote, quote.atMs - dayMs)),
  }
}

const toDepth = (quote: Quote) => {
  const { bids, asks } = computeOrderBook(quote)
  const seconds = Math.floor(quote.atMs / 1000)
  const toOffers = (side: typeof bids) => side.map(([price, amount]) => [toDigits(price), toDigits(amount), seconds])
  return { asks: toOffers(asks), bids: toOffers(bids) }
}

const toOhlc = (quote: Quote, query: URLSearchParams) => {
  const intervalMs = Number(query.get('interval') ?? 1) * minuteMs
  const since = Number(query.get('since') ?? 0) * 1000
  const fromMs = Math.max(since, quote.atMs - maxBars * intervalMs)
  const bars = computeBars(quote, intervalMs, fromMs, quote.atMs)
  const rows = bars.map(({ startMs, open, high, low, close, volume }) => [
    startMs / 1000,
    ...[open, high, low, close, close, volume].map(toDigits),
    100,
  ])
  return { [toPairName(quote.symbol)]: rows, last: Math.floor((bars.at(-1)?.startMs ?? 0) / 1000) }
}
