import { OutriggerError } from '@outrigger/core'
import { type ErrorOptions, type ListedToken, toSuggestion } from '@outrigger/core/internal'
import type { MissingSource } from './price.ts'

/** Thrown if no listed token of the chain has this symbol. Use the token's address instead. */
export class UnknownTokenError extends OutriggerError {
  readonly code = 'UNKNOWN_TOKEN'
  constructor(chain: string, symbol: string, known: readonly string[]) {
    super(
      `No token "${symbol}" is listed on ${chain}.${toSuggestion(symbol, known)} Use the address of a token that is not listed.`,
    )
  }
}

/**
 * Thrown if several listed tokens of the chain have this symbol. `candidates` lists these tokens. Use the address of
 * one of them.
 */
export class AmbiguousTokenError extends OutriggerError {
  readonly code = 'AMBIGUOUS_TOKEN'
  readonly candidates: readonly ListedToken[]
  constructor(chain: string, symbol: string, candidates: readonly ListedToken[]) {
    const names = candidates.map((one) => `${one.symbol} ${one.address}`).join(', ')
    super(`"${symbol}" is the symbol of ${candidates.length} tokens on ${chain}: ${names}. Use the address of one.`)
    this.candidates = candidates
  }
}

/**
 * Thrown if a source fails. The message contains no URL, because a URL may contain a key. With a `cause`, the source could not
 * be read.
 */
export class PriceSourceError extends OutriggerError {
  readonly code = 'PRICE_SOURCE'
  override readonly retryable = true
  /** Whether the source refused the request, so that an immediate retry does not help. */
  readonly isRefusal: boolean
  /** Whether the source responded that it has no price of this token. */
  readonly isUnknown: boolean
  constructor(
    message: string,
    {
      isRefusal = false,
      isUnknown = false,
      ...options
    }: ErrorOptions & { readonly isRefusal?: boolean; readonly isUnknown?: boolean } = {},
  ) {
    super(message, options)
    this.isRefusal = isRefusal
    this.isUnknown = isUnknown
  }
}

/**
 * Thrown if no source has a usable price of the token, and none is cached. `missing` contains the reason of each
 * source. Retry later, or configure more sources.
 */
export class PriceUnavailableError extends OutriggerError {
  readonly code = 'PRICE_UNAVAILABLE'
  override readonly retryable = true
  readonly missing: readonly MissingSource[]
  constructor(token: string, missing: readonly MissingSource[], cause?: unknown) {
    const reasons = missing.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
    super(`No price of ${token}. ${reasons === '' ? 'No source of prices is configured for its chain' : reasons}.`, {
      cause,
    })
    this.missing = missing
  }
}

/**
 * Thrown if sources contradict each other without a majority. `sources` contains the price of each source. Configure
 * more sources, or retry later.
 */
export class PriceDisagreementError extends OutriggerError {
  readonly code = 'PRICE_DISAGREEMENT'
  override readonly retryable = true
  readonly sources: readonly { readonly name: string; readonly priceUsd: number }[]
  constructor(token: string, sources: readonly { readonly name: string; readonly priceUsd: number }[]) {
    const prices = sources.map(({ name, priceUsd }) => `${name} ${priceUsd}`).join(', ')
    super(`The sources of ${token} contradict each other, in US dollars: ${prices}. Configure more sources.`)
    this.sources = sources
  }
}

/** Thrown if no price source has a market with this name. The message lists the known markets. */
export class UnknownMarketError extends OutriggerError {
  readonly code = 'UNKNOWN_MARKET'
  constructor(names: readonly string[], known: readonly string[]) {
    const [first = ''] = names
    super(`No market is called ${names.join(', ')}.${toSuggestion(first, known)} Known: ${known.join(', ')}.`)
  }
}
