import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen, stop } from '../faults/listen.ts'
import { marketTokens } from './tokens.ts'
import type { MarketToken, Respond, VenueView } from './venue.ts'
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
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const names = Object.keys(venues) as VenueName[]

/**
 * Exchanges and price services on 127.0.0.1 that answer as Binance, Coinbase, Kraken, DefiLlama and CoinGecko do, for
 * the prices they are given. The past is computed from the present, so that every venue tells the same.
 *
 * @example
 * await using markets = await createMarketServer({ getPricesUsd: () => ({ ETH: 3000 }) })
 * markets.setFault('kraken', { hangs: true })
 */
export const createMarketServer = async (parameters: MarketServerParameters): Promise<MarketServer> => {
  const { getPricesUsd, tokens = marketTokens, getNowMs = Date.now, signal } = parameters
  signal?.throwIfAborted()
  const faults = new Map<VenueName, VenueFault>()
  const requests = Object.fromEntries(names.map((name) => [name, 0])) as Record<VenueName, number>

  const getView = async ({ factor = 1, ageMs = 0 }: VenueFault): Promise<VenueView> => {
    const pricesUsd = await getPricesUsd()
    const nowMs = getNowMs()
    return {
      ...{ nowMs, tokens },
      quote(symbol) {
        const priceUsd = pricesUsd[symbol]
        return priceUsd === undefined ? null : { symbol, priceUsd: priceUsd * factor, atMs: nowMs - ageMs }
      },
    }
  }

  const respond = async (url: URL, response: ServerResponse): Promise<void> => {
    const [, name, path] = /^\/(\w+)(\/.*)$/.exec(url.pathname) ?? []
    const venue = names.find((one) => one === name)
    if (venue === undefined || path === undefined) return send(response, 404, { error: 'not found' })
    requests[venue] += 1
    const fault = faults.get(venue) ?? {}
    if (fault.hangs) return
    if (fault.status !== undefined) return send(response, fault.status, { error: 'unavailable' })
    const body = venues[venue](path, url.searchParams, await getView(fault))
    send(response, body === undefined ? 404 : 200, body ?? { error: 'not found' })
  }

  const server = createServer((request, response) => {
    respond(new URL(request.url ?? '/', 'http://localhost'), response).catch(() =>
      send(response, 500, { error: 'failed' }),
    )
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
    close,
    [Symbol.asyncDispose]: close,
  }
}

const toUrls = (base: string) =>
  Object.fromEntries(names.map((name) => [name, `${base}/${name}`])) as Record<VenueName, string>

const send = (response: ServerResponse, status: number, body: unknown): void => {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
