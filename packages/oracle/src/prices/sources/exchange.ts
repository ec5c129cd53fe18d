import { type Clock, OutriggerError } from '@outrigger/core'
import { createCache, systemClock, toSuggestion } from '@outrigger/core/internal'
import { intervalMs } from '../compute/toCandles.ts'
import { PriceSourceError } from '../priceErrors.ts'
import type { Candle, CandleRange, PriceSample, PriceSource } from '../priceSource.ts'
import { type PriceToken, toMarketSymbol } from '../priceToken.ts'
import { type CcxtExchange, type CcxtMarket, createCcxtExchange, loadCcxt, type OrderSide } from './ccxt.ts'

export type ExchangeOptions = {
  /** The exchange's id in ccxt: `binance`, `kraken`, … */
  readonly exchange: string
  /** Custom URL of its API. */
  readonly url?: string
  /**
   * Returns the dollar price of a quote coin (`USDT`, `USDC`), or null if unknown.
   * @default such a coin counts as one dollar, and the price has 1 % more deviation
   */
  readonly toUsd?: (symbol: string, signal: AbortSignal) => Promise<number | null>
  readonly clock?: Clock
}

/** Quote currencies, best first. */
const quotes = ['USD', 'USDT', 'USDC'] as const
/** Number of requested levels of an order book. */
const bookLevels = 100
const depthBand = 0.02
const maxAgeMs = 60_000
/**
 * Deviation of a price whose stablecoin has no known price. Stablecoins are within this distance from one dollar on
 * almost all days.
 */
const unknownPeg = 0.01
const maxPages = 60
const tickerMs = 60_000

type Ticker = Awaited<ReturnType<CcxtExchange['fetchTicker']>>

/**
 * Creates a source of an exchange through ccxt, an optional peer dependency: `npm install ccxt`. It is loaded on first use.
 * The price is the middle of the order book. Only listed tokens are queried, by symbol.
 *
 * @example createExchangeSource({ exchange: 'kraken' })
 */
export function createExchangeSource(options: ExchangeOptions): PriceSource {
  const { exchange: id, toUsd = async () => null, clock = systemClock } = options
  const lifetime = new AbortController()
  let opening: Promise<CcxtExchange> | undefined

  /** Opens the exchange. The market list takes seconds to load. Loading continues if a caller stops waiting. */
  function open(): Promise<CcxtExchange> {
    opening ??= openExchange(options, lifetime.signal).catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function find(token: PriceToken) {
    if (!token.isListed) return null
    const exchange = await open()
    const market = findMarket(exchange, toMarketSymbol(token))
    return market === null ? null : { exchange, market }
  }

  const tickers = createCache<Ticker>({ max: 1_000, ttlMs: tickerMs, clock })

  /**
   * Returns daily figures. They are cached because they change slowly and exchanges limit requests. The order book is
   * not cached.
   */
  async function getTicker(exchange: CcxtExchange, symbol: string): Promise<Ticker> {
    const known = tickers.get(symbol)
    if (known !== undefined) return known
    const ticker = await exchange.fetchTicker(symbol).catch((): Ticker => ({}))
    tickers.set(symbol, ticker)
    return ticker
  }

  async function getQuoteUsd(quote: string, signal: AbortSignal) {
    if (quote === 'USD') return { usd: 1, deviation: 0 }
    const usd = await toUsd(quote, signal).catch(() => null)
    return usd === null ? { usd: 1, deviation: unknownPeg } : { usd, deviation: 0 }
  }

  return {
    name: id,
    kind: 'exchange',
    async read(token, signal) {
      const found = await find(token)
      if (found === null) return []
      const { exchange, market } = found
      const [book, ticker, quote] = await Promise.all([
        call(() => exchange.fetchOrderBook(market.symbol, bookLevels)),
        getTicker(exchange, market.symbol),
        getQuoteUsd(market.quote, signal),
      ])
      return [toSample({ market, book, ticker, quote, nowMs: clock.now() })]
    },
    async readHistory(token, range, signal) {
      const found = await find(token)
      if (found === null || !found.exchange.has['fetchOHLCV']) return null
      const { usd } = await getQuoteUsd(found.market.quote, signal)
      return readBars(found.exchange, found.market, range, usd, signal)
    },
    close: async () => lifetime.abort(),
  }
}

async function openExchange({ exchange: id, url }: ExchangeOptions, signal: AbortSignal): Promise<CcxtExchange> {
  const ccxt = await loadCcxt()
  if (!ccxt.exchanges.includes(id))
    throw new PriceSourceError(`ccxt has no exchange "${id}".${toSuggestion(id, ccxt.exchanges)}`, {
      isRefusal: true,
    })
  const exchange = createCcxtExchange(ccxt, id, url, signal)
  await call(() => exchange.loadMarkets())
  return exchange
}

/** Runs a call of ccxt. Replaces its errors, because they contain URLs and whole responses. */
async function call<answer>(run: () => Promise<answer>): Promise<answer> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof OutriggerError) throw cause
    const name = cause instanceof Error ? cause.constructor.name : 'error'
    throw new PriceSourceError(`ccxt reports ${name}`, { cause })
  }
}

function findMarket({ markets }: CcxtExchange, symbol: string): CcxtMarket | null {
  const found = quotes
    .map((quote) => markets[`${symbol}/${quote}`])
    .find((market) => market?.spot && market.active !== false)
  return found ?? null
}

type SampleParts = {
  readonly market: CcxtMarket
  readonly book: Awaited<ReturnType<CcxtExchange['fetchOrderBook']>>
  readonly ticker: Ticker
  readonly quote: { readonly usd: number; readonly deviation: number }
  readonly nowMs: number
}

function toSample({ market, book, ticker, quote, nowMs }: SampleParts): PriceSample {
  const [bid, ask] = [book.bids[0]?.[0], book.asks[0]?.[0]]
  if (bid === undefined || ask === undefined || !(bid > 0 && bid <= ask))
    throw new PriceSourceError(`its order book of ${market.symbol} is empty or crossed`)
  const { usd, deviation } = quote
  const middle = (bid + ask) / 2
  const volume = ticker.quoteVolume ?? (ticker.baseVolume === undefined ? undefined : ticker.baseVolume * middle)
  return {
    priceUsd: middle * usd,
    // An order book is current, whatever the time of the last trade.
    timestampMs: Math.min(nowMs, book.timestamp ?? nowMs),
    maxAgeMs,
    deviation,
    bidUsd: bid * usd,
    askUsd: ask * usd,
    liquidityUsd: usd * Math.min(toDepth(book.bids, middle), toDepth(book.asks, middle)),
    ...(market.taker !== undefined && { takerFee: market.taker }),
    ...(typeof ticker.percentage === 'number' && { change24h: ticker.percentage / 100 }),
    ...(typeof volume === 'number' && { volume24hUsd: volume * usd }),
    detail: deviation > 0 ? `${market.symbol}, ${market.quote} counted as one dollar` : market.symbol,
  }
}

/** Returns the value of the offers within 2 % of the middle price, in the quote currency. */
function toDepth(side: OrderSide, middle: number): number {
  return side
    .filter(([price]) => Math.abs(price / middle - 1) <= depthBand)
    .reduce((sum, [price, amount]) => sum + price * amount, 0)
}

async function readBars(
  exchange: CcxtExchange,
  { symbol }: CcxtMarket,
  { interval, fromMs, toMs }: CandleRange,
  usd: number,
  signal: AbortSignal,
): Promise<readonly Candle[]> {
  const step = intervalMs[interval]
  const bars = new Map<number, Candle>()
  for (let [sinceMs, page] = [fromMs, 0]; sinceMs <= toMs && page < maxPages && !signal.aborted; page++) {
    const limit = Math.min(300, Math.ceil((toMs - sinceMs) / step) + 1)
    const rows = await call(() => exchange.fetchOHLCV(symbol, interval, sinceMs, limit))
    for (const [startMs, open, high, low, close, volume] of rows) {
      const inDollars = { open: open * usd, high: high * usd, low: low * usd, close: close * usd }
      if (startMs >= fromMs && startMs <= toMs)
        bars.set(startMs, { startMs, ...inDollars, volumeUsd: volume * close * usd })
    }
    const last = rows.at(-1)?.[0]
    // This also ends the loop if an exchange ignores the requested time.
    if (last === undefined || last < sinceMs) break
    sinceMs = last + step
  }
  return [...bars.values()].sort((a, b) => a.startMs - b.startMs)
}
