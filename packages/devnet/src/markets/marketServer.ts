import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen, stop } from '../faults/listen.ts'
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

/** What is wrong with a venue. */
export type VenueFault = {
  /** Its prices times this: 1.1 is ten percent too high. */
  readonly factor?: number
  /** Accepts requests and never answers. */
  readonly hangs?: boolean
  /** Answers with this HTTP status. */
  readonly status?: number
  /** Its prices are so old. */
  readonly ageMs?: number
  /** Ends the connection without an answer. */
  readonly isDead?: boolean
  /** Ends it in the middle of the answer. */
  readonly isCut?: boolean
  /** Answers with what this makes of the body: fields of other names, a number that is none, more rows. */
  readonly edit?: (body: string) => string
}

export type MarketServerParameters = {
  /** US dollars by symbol, as `ETH`; asked for at each request. */
  readonly getPricesUsd: () => Readonly<Record<string, number>> | Promise<Readonly<Record<string, number>>>
  /** @default those of the devnet */
  readonly tokens?: readonly MarketToken[]
  readonly getNowMs?: () => number
  readonly signal?: AbortSignal
}

export type MarketServer = {
  /** Base address of each venue. */
  readonly urls: Readonly<Record<VenueName, string>>
  /** Breaks a venue; an empty fault mends it. */
  setFault(venue: VenueName, fault: VenueFault): void
  /** Requests so far, by venue. */
  readonly requests: Readonly<Record<VenueName, number>>
  /** Of them, those that were answered that nothing has changed. */
  readonly unchanged: Readonly<Record<VenueName, number>>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const names = Object.keys(venues) as VenueName[]

/**
 * Exchanges and price services on 127.0.0.1 that answer as Binance, Coinbase, Kraken, DefiLlama and CoinGecko do, for
 * the prices they are given. The past is computed from the present, so that every venue reports the same.
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
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, name, path] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? []
    const venue = names.find((one) => one === name)
    if (venue === undefined || path === undefined) return send(response, 404, { error: 'not found' })
    requests[venue] += 1
    const fault = faults.get(venue) ?? {}
    if (fault.hangs) return
    if (fault.isDead) return void response.destroy()
    if (fault.status !== undefined) return send(response, fault.status, { error: 'unavailable' })
    const body = venues[venue](path, url.searchParams, await getView(fault))
    if (body === undefined) return send(response, 404, { error: 'not found' })
    const text = JSON.stringify(body)
    const isNew = answer(request, response, { text: fault.edit?.(text) ?? text, isCut: fault.isCut === true })
    if (!isNew) unchanged[venue] += 1
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => send(response, 500, { error: 'failed' }))
  })
  await listen(server, 0)
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', close)
    await stop(server)
  }
  signal?.addEventListener('abort', close, { once: true })
  return {
    urls: { ...toUrls(base), coingecko: `${base}/coingecko/api/v3` },
    setFault: (venue, fault) => void faults.set(venue, fault),
    requests,
    unchanged,
    close,
    [Symbol.asyncDispose]: close,
  }
}

const toUrls = (base: string) =>
  Object.fromEntries(names.map((name) => [name, `${base}/${name}`])) as Record<VenueName, string>

const toCounts = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<VenueName, number>

/** Sends the text with a tag, or that it is what the tag of the request is of. Returns whether it was sent. */
const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  { text, isCut }: { readonly text: string; readonly isCut: boolean },
): boolean => {
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
