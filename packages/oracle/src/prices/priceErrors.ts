import { OutriggerError } from '@outrigger/core'
import { type ErrorOptions, type ListedToken, toSuggestion } from '@outrigger/core/internal'

/** No listed token of the chain has this symbol. Use the token's address instead. */
export class UnknownTokenError extends OutriggerError {
  readonly code = 'UNKNOWN_TOKEN'
  constructor(chain: string, symbol: string, known: readonly string[]) {
    super(
      `No token "${symbol}" is listed on ${chain}.${toSuggestion(symbol, known)} A token that is not listed goes by its address.`,
    )
  }
}

/** Several listed tokens of the chain have this symbol: `candidates`. Use the address of the one that is meant. */
export class AmbiguousTokenError extends OutriggerError {
  readonly code = 'AMBIGUOUS_TOKEN'
  readonly candidates: readonly ListedToken[]
  constructor(chain: string, symbol: string, candidates: readonly ListedToken[]) {
    const names = candidates.map((one) => `${one.symbol} ${one.address}`).join(', ')
    super(`"${symbol}" is the symbol of ${candidates.length} tokens on ${chain}: ${names}. Use the address of one.`)
    this.candidates = candidates
  }
}

/** A source does not answer as it should. The message names no address that may hold a key. */
export class PriceSourceError extends OutriggerError {
  readonly code = 'PRICE_SOURCE'
  override readonly retryable = true
  /** Asking again at once changes nothing. */
  readonly isRefusal: boolean
  /** The source does answer, and has no price of this token. */
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

/** What a source is missing for a price, or why what it says is not used. */
export type MissingPrice = { readonly name: string; readonly reason: string }

/**
 * No source has a price of the token that can be used, and none is kept from before; `missing` says of each why. Try again
 * later, or configure more sources.
 */
export class PriceUnavailableError extends OutriggerError {
  readonly code = 'PRICE_UNAVAILABLE'
  override readonly retryable = true
  readonly missing: readonly MissingPrice[]
  constructor(token: string, missing: readonly MissingPrice[], cause?: unknown) {
    const reasons = missing.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
    super(`No price of ${token}. ${reasons === '' ? 'No source of prices is configured for its chain' : reasons}.`, {
      cause,
    })
    this.missing = missing
  }
}

/**
 * Sources contradict each other and no majority agrees, so that nobody can say who is right; `opinions` has what each says.
 * Configure more sources, or try again later.
 */
export class PriceDisagreementError extends OutriggerError {
  readonly code = 'PRICE_DISAGREEMENT'
  override readonly retryable = true
  readonly opinions: readonly { readonly name: string; readonly priceUsd: number }[]
  constructor(token: string, opinions: readonly { readonly name: string; readonly priceUsd: number }[]) {
    const said = opinions.map(({ name, priceUsd }) => `${name} ${priceUsd}`).join(', ')
    super(`The sources of ${token} contradict each other, in US dollars: ${said}. Configure more sources.`)
    this.opinions = opinions
  }
}

/** No source of prices has a market of this name. The message lists those there are. */
export class UnknownMarketError extends OutriggerError {
  readonly code = 'UNKNOWN_MARKET'
  constructor(names: readonly string[], known: readonly string[]) {
    const [first = ''] = names
    super(`No market is called ${names.join(', ')}.${toSuggestion(first, known)} Known: ${known.join(', ')}.`)
  }
}
