import type { Quote } from './market.ts'

/** A token that the venues trade. */
export type MarketToken = {
  readonly symbol: string
  /** Where it is known by its contract: the chain as DefiLlama names it, and the address, lower case. */
  readonly contracts: readonly { readonly chain: string; readonly address: string }[]
  /** Its id at CoinGecko. */
  readonly coinGeckoId?: string
  /** Whether exchanges list it. */
  readonly isExchangeTraded?: boolean
}

/** What a venue answers from. */
export type VenueView = {
  readonly nowMs: number
  readonly tokens: readonly MarketToken[]
  /** Null for a token without a price. */
  quote(symbol: string): Quote | null
}

/** The answer's body; undefined where there is no such endpoint. */
export type Respond = (path: string, query: URLSearchParams, view: VenueView) => unknown

/** Tokens on exchanges with their price. */
export const listTraded = ({ tokens, quote }: VenueView): readonly Quote[] =>
  tokens.filter(({ isExchangeTraded }) => isExchangeTraded).flatMap(({ symbol }) => quote(symbol) ?? [])
