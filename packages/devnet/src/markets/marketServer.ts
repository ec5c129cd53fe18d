import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { serve } from '../listen.ts'
import { marketTokens } from './tokens.ts'
import type { MarketToken, Respond, VenueView } from './venue.ts'
import { respondAsAlternativeMe } from './venues/alternativeMe.ts'
import { respondAsBinance } from './venues/binance.ts'
import { respondAsCoinbase } from './venues/coinbase.ts'
import { respondAsCoinGecko } from './venues/coinGecko.ts'
import { respondAsDefiLlama } from './venues/defiLlama.ts'
import { respondAsKraken } from './venues/kraken.ts'

const venues = {
  binance: respondAsBinance,
  coinbase: respondAsCoinbase,
  kraken: respondAsKraken,
  defillama: respondAsDefiLlama,
  coingecko: respondAsCoinGecko,
  alternativeme: respondAsAlternativeMe,
} as const satisfies { readonly [name: string]: Respond }

export type VenueName = keyof typeof venues

/** A fault of a venue. */
export type VenueFault = {
  /** Factor of the prices: 1.1 makes them 10 % too high. */
  readonly factor?: number
  /** Accepts requests and never answers. */
  readonly hangs?: boolean
  /** Answers with this HTTP status. */
  readonly status?: number
  /** Age of its prices in milliseconds. */
  readonly ageMs?: number
  /** Closes the connection without an answer. */
  readonly isDead?: boolean
  /** Closes the connection in the middle of the answer. */
  readonly isCut?: boolean
  /** Changes the response body, for example renames fields or adds rows. */
  readonly edit?: (body: string) => string
}

export type MarketServerParameters = {
  /** Returns US dollar prices by symbol, for example `ETH`. Called for each request. */
  readonly getPricesUsd: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
  /** @default the tokens of the devnet */
  readonly tokens?: readonly MarketToken[]
  readonly getNowMs?: () => number
  readonly signal?: AbortSignal
}

export type MarketServer = {
  /** Base URL of each venue. */
  readonly urls: Readonly<Record<VenueName, string>>
  /** Sets the fault of a venue. An empty fault repairs it. */
  setFault(venue: VenueName, fault: VenueFault): void
  /** Number of requests by venue. */
  readonly requests: Readonly<Record<VenueName, number>>
  /** Number of requests answered with 304 Not Modified, by venue. */
  readonly unchanged: Readonly<Record<VenueName, number>>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const names = Object.keys(venues) as VenueName[]

/**
 * Serves exchanges and price services on 127.0.0.1 with the APIs of Binance, Coinbase, Kraken, DefiLlama and CoinGecko, at
 * the given prices. Past prices are computed from current ones, so that every venue reports the same.
 *
 * @example
 * await using markets = await createMarketServer({ getPricesUsd: () => ({ ETH: 3000 }) })
 * markets.setFault('kraken', { hangs: true })
 */
export const createMarketServer = async (parameters: MarketServerParameters): Promise<MarketServer> => {
  const { getPricesUsd, tokens = marketTokens, getNowMs = Date.now, signal } = parameters
  signal?.throwIfAborted()
  const faults = new Map<VenueName, VenueFault>()
  const [requests, unchanged] = [toCounts(), toCounts()]

  const getView = async ({ factor = 1, ageMs = 0 }: VenueFault): Promise<VenueView> => {
    const pricesUsd = await getPricesUsd()
    const nowMs = getNowMs()
    return {
      nowMs,
      tokens,
      quote(symbol) {
        const priceUsd = pricesUsd[symbol]
        return priceUsd === undefined ? null : { symbol, priceUsd: priceUsd * factor, atMs: nowMs - ageMs }
      },
    }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { venue, path, query } = parseUrl(request.url)
    if (venue === undefined) return send(response, 404, { error: 'not found' })
    requests[venue] += 1
    const fault = faults.get(venue) ?? {}
    if (fault.hangs) return
    if (fault.isDead) return void response.destroy()
    if (fault.status !== undefined) return send(response, fault.status, { error: 'unavailable' })
    const body = venues[venue](path, query, await getView(fault))
    if (body === undefined) return send(response, 404, { error: 'not found' })
    if (!answer(request, response, JSON.stringify(body), fault)) unchanged[venue] += 1
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => send(response, 500, { error: 'failed' }))
  })
  const { url, ...served } = await serve(server, { signal })
  return {
    ...served,
    urls: { ...toUrls(url), coingecko: `${url}/coingecko/api/v3` },
    setFault: (venue, fault) => void faults.set(venue, fault),
    requests,
    unchanged,
  }
}

const parseUrl = (text = '/') => {
  const { pathname, searchParams: query } = new URL(text, 'http://localhost')
  const [, name, path = ''] = /^\/(\w+)(\/.*)$/.exec(pathname) ?? []
  return { venue: names.find((one) => one === name), path, query }
}

const toUrls = (base: string) =>
  Object.fromEntries(names.map((name) => [name, `${base}/${name}`])) as Record<VenueName, string>

const toCounts = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<VenueName, number>

/** Sends the text with an ETag, or 304 if the request has the same one. Returns whether the text was sent. */
const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { edit, isCut }: VenueFault,
): boolean => {
  const text = edit?.(body) ?? body
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  const isNew = request.headers['if-none-match'] !== etag
  const bytes = Buffer.from(text)
  response.writeHead(isNew ? 200 : 304, {
    etag,
    ...(isNew && { 'content-type': 'application/json', 'content-length': bytes.length }),
  })
  if (isNew && isCut) response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
  else response.end(isNew ? bytes : undefined)
  return isNew
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
