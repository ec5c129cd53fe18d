import { type Clock, observeReads } from '@outrigger/core'
import { type ClientOption, systemClock } from '@outrigger/core/internal'
import { addFreshness } from '../freshness.ts'
import { pickLrtRates } from './compute/lrtRate.ts'
import { LrtRateError, UnknownLrtError } from './lrtErrors.ts'
import type { LrtRates } from './lrtRates.ts'
import { lrtTokens } from './lrtRegistry.ts'
import type { LrtToken } from './lrtToken.ts'
import { readLrt } from './sources/lrt.ts'

export const lrtTtlMs = 30_000

export type LrtRegistry = { readonly [symbol: string]: LrtToken }

export type LrtSelection = {
  /** Symbols in the registry, case-insensitive. @default all */
  readonly tokens?: readonly string[]
  /**
   * Whether to list tokens without a rate in `skipped` instead of throwing, if at least one token has a rate.
   * @default false
   */
  readonly partial?: boolean
}

/** Options of `getLrtRates`. */
export type GetLrtRatesOptions = LrtSelection & {
  /** @default lrtTokens */
  readonly registry?: LrtRegistry
  readonly clock?: Clock
}

/**
 * Reads exchange rates of liquid restaking tokens and the price of ETH at one block of Ethereum.
 *
 * The rates are redemption rates from the issuers' contracts, not market prices.
 *
 * @throws {UnknownLrtError}
 * @throws {LrtRateError} a requested token has no plausible rate
 * @throws {EthPriceError} the Chainlink feed is stale
 * @throws {LrtContractsMissingError} the client is not on Ethereum mainnet or a copy of it
 * @throws errors of the client if its providers do not answer
 * @example
 * const { rates, ethPriceUsd } = await getLrtRates(client, { tokens: ['weETH'] })
 * const weEthUsd = rates['weETH'].rate * ethPriceUsd
 */
export async function getLrtRates(client: ClientOption, options: GetLrtRatesOptions = {}): Promise<LrtRates> {
  const { registry = lrtTokens, clock = systemClock } = options
  const symbols = resolveLrtSymbols(registry, options.tokens)
  const tokens = Object.values(registry).filter(({ symbol }) => symbols.includes(symbol))
  const timestampMs = clock.now()
  const { value, provenance } = await observeReads(client, (observed) => readLrt(observed, tokens))
  return selectLrtRates(
    addFreshness(value, { source: provenance.role, stale: false, ttlMs: lrtTtlMs, timestampMs }),
    symbols,
    options.partial,
  )
}

/** Returns the requested symbols in the registry's spelling. @throws {UnknownLrtError} */
export function resolveLrtSymbols(registry: LrtRegistry, tokens?: readonly string[]): readonly string[] {
  const known = Object.keys(registry)
  return (tokens ?? known).map((token) => {
    const symbol = known.find((candidate) => candidate.toLowerCase() === token.toLowerCase())
    if (symbol === undefined) throw new UnknownLrtError(token, known)
    return symbol
  })
}

/**
 * Returns the rates of some tokens. @throws {LrtRateError} a token has no rate and `partial` is false, or no token
 * has a rate
 */
export function selectLrtRates(all: LrtRates, symbols: readonly string[], partial = false): LrtRates {
  const missing = all.skipped.filter(({ token }) => symbols.includes(token))
  if (missing.length > 0 && (!partial || missing.length === symbols.length)) throw new LrtRateError(missing)
  const complete = Object.keys(all.rates).length + all.skipped.length
  return symbols.length >= complete ? all : pickLrtRates(all, symbols)
}
