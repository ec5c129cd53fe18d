import type { Quote } from './market.ts'

/** A token on the venues. */
export type MarketToken = {
  readonly symbol: string
  /** Contracts of the token: DefiLlama's name of the chain, and the address in lower case. */
  readonly contracts: readonly { readonly chain: string; readonly address: string }[]
  /** CoinGecko's id of the token. */
  readonly coinGeckoId?: string
  /** Whether exchanges list it. */
  readonly isExchangeTraded?: boolean
}

/** The data for a venue's answers. */
export type VenueView = {
  readonly nowMs: number
  readonly tokens: readonly MarketToken[]
  /** Returns null for a token without a price. */
  quote(symbol: string): Quote | null
}

/** Returns the response body, or undefined for an unknown endpoint. */
export type Respond = (path: string, query: URLSearchParams, view: VenueView) => unknown

/** Lists the tokens on exchanges with their prices. */
export const listTraded = ({ tokens, quote }: VenueView): readonly Quote[] =>
  tokens.filter(({ isExchangeTraded }) => isExchangeTraded).flatMap(({ symbol }) => quote(symbol) ?? [])
