import { PriceSourceError } from '../priceErrors.ts'

// The used part of ccxt. Its own types are not imported, because the package is optional.

export type OrderSide = readonly (readonly [price: number, amount: number])[]

export type CcxtMarket = {
  readonly symbol: string
  readonly quote: string
  readonly spot?: boolean
  readonly active?: boolean
  /** Taker fee, 0-1. */
  readonly taker?: number
}

type Bar = readonly [startMs: number, open: number, high: number, low: number, close: number, volume: number]

export type CcxtExchange = {
  readonly has: Readonly<Record<string, unknown>>
  readonly markets: Readonly<Record<string, CcxtMarket>>
  urls: Record<string, unknown>
  fetchImplementation?: (target: string, init: RequestInit) => Promise<unknown>
  loadMarkets(): Promise<unknown>
  fetchOrderBook(
    symbol: string,
    levels: number,
  ): Promise<{ readonly bids: OrderSide; readonly asks: OrderSide; readonly timestamp?: number }>
  fetchTicker(
    symbol: string,
  ): Promise<{ readonly percentage?: number; readonly quoteVolume?: number; readonly baseVolume?: number }>
  fetchOHLCV(symbol: string, interval: string, sinceMs: number, limit: number): Promise<readonly Bar[]>
}

type Ccxt = {
  readonly exchanges: readonly string[]
  readonly [id: string]: unknown
}

/** Name of the package. It is typed as a string, so that neither compiler nor bundler resolves the import. */
const packageName: string = 'ccxt'

/** @throws {PriceSourceError} ccxt is not installed */
export async function loadCcxt(): Promise<Ccxt> {
  try {
    return ((await import(packageName)) as { readonly default: Ccxt }).default
  } catch (cause) {
    const isMissing = (cause as { code?: string }).code === 'ERR_MODULE_NOT_FOUND'
    const message = isMissing
      ? 'prices of exchanges need ccxt: npm install ccxt'
      : 'ccxt cannot be loaded, is its version 4.4 or later?'
    throw new PriceSourceError(message, { cause, isRefusal: true })
  }
}

const requestTimeoutMs = 10_000

type ExchangeClass = new (options: object) => CcxtExchange

/** Options that restrict Binance to spot markets, because its derivatives have other URLs. */
const options = { fetchMarkets: { types: ['spot'] }, defaultType: 'spot', warnOnFetchOpenOrdersWithoutSymbol: false }

/** @param signal aborts its requests, because ccxt cannot */
export function createCcxtExchange(ccxt: Ccxt, id: string, url: string | undefined, signal: AbortSignal): CcxtExchange {
  const Exchange = ccxt[id] as ExchangeClass
  // A custom URL has its own rate limits.
  const enableRateLimit = url === undefined
  const exchange = new Exchange({ timeout: requestTimeoutMs, enableRateLimit, ...(id === 'binance' && { options }) })
  exchange.fetchImplementation = (target, init) =>
    fetch(target, { ...init, signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]) })
  if (url !== undefined) {
    const hostname = (exchange as { hostname?: string }).hostname ?? ''
    exchange.urls = { ...exchange.urls, api: withOrigin(exchange.urls['api'], url.replace(/\/+$/, ''), hostname) }
  }
  return exchange
}

/** Replaces the origin of all URLs in a nested structure. */
function withOrigin(api: unknown, origin: string, hostname: string): unknown {
  if (typeof api === 'string') return api.replace('{hostname}', hostname).replace(/^https?:\/\/[^/]+/, origin)
  if (typeof api !== 'object' || api === null) return api
  return Object.fromEntries(Object.entries(api).map(([name, value]) => [name, withOrigin(value, origin, hostname)]))
}
