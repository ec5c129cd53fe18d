import { type Clock, isChainName, UnknownChainError } from '@outrigger/core'
import { createCache, systemClock } from '@outrigger/core/internal'
import type { Freshness } from '../freshness.ts'
import { createStaleWhileRevalidate, type StaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import { toPrice } from './compute/toPrice.ts'
import { type PriceRules, priceDefaults } from './getPrice.ts'
import type { Price } from './price.ts'
import { PriceDisagreementError, PriceUnavailableError } from './priceErrors.ts'
import type { PriceSource } from './priceSource.ts'
import { type PriceToken, toTokenKey } from './priceToken.ts'
import { readPrice } from './readPrice.ts'
import { resolveToken } from './resolveToken.ts'
import { createSourceGuard } from './sourceGuard.ts'

/** Settings of an oracle of prices. Only `sources` is required. */
export type PriceOracleOptions = PriceRules & {
  readonly sources: readonly PriceSource[]
  /** @default 60_000 */
  readonly ttlMs?: number
  /** Tokens that are kept warm. @default none */
  readonly watch?: readonly { readonly chain: string; readonly symbol: string }[]
  readonly clock?: Clock
  readonly signal?: AbortSignal
}

/** Prices of tokens, cached, through the failure of every source. */
export type PriceOracle = {
  /**
   * Price of a token by its symbol or address.
   * @throws {UnknownChainError} @throws {UnknownTokenError} @throws {AmbiguousTokenError}
   * @throws {PriceUnavailableError} nothing is cached and no source has a usable price
   * @throws {PriceDisagreementError} nothing is cached and no majority of the sources agrees
   */
  get(chain: string, symbolOrAddress: string): Promise<Price>
  /** Forgets all prices; whether there were any. */
  clear(): boolean
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Held = StaleWhileRevalidate<Price>

/** Tokens whose prices are held; those asked for longest ago go first. */
const maxTokens = 2_000

/**
 * Serves prices from memory, each the median of what several sources say. The first request after half a price's lifetime
 * has it read anew in the background; where no source answers any more, the last one is served, marked `stale`.
 *
 * @example
 * await using prices = createPriceOracle({ sources: [createChainlinkSource({ clientOf }), createDefiLlamaSource()] })
 * const { priceUsd, opinions, stale } = await prices.get('ethereum', 'WETH')
 */
export function createPriceOracle(options: PriceOracleOptions): PriceOracle {
  const { sources, watch = [], clock = systemClock } = options
  const { ttlMs, timeoutMs, tolerance, minLiquidityUsd } = { ...priceDefaults, ...options }
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  const guards = sources.map((source) => createSourceGuard(source, { timeoutMs, clock, signal }))
  const held = createCache<Held>({ max: maxTokens, clock })
  const watched = watch.map(({ chain, symbol }) => hold(resolve(chain, symbol)))

  function hold(token: PriceToken): Held {
    const key = toTokenKey(token)
    const known = held.get(key)
    if (known !== undefined) return known
    const price = createStaleWhileRevalidate({
      read: async () => ({
        value: await readPrice(token, { guards, tolerance, minLiquidityUsd, clock }),
        source: 'primary' as const,
      }),
      serve: (reading, freshness: Freshness) => toPrice(reading, freshness),
      unavailable: (cause) => toUnavailable(token, cause),
      ttlMs,
      coldTimeoutMs: timeoutMs + 500,
      patienceMs: timeoutMs + 500,
      clock,
    })
    held.set(key, price)
    return price
  }

  const refresh = () => {
    for (const price of watched) void price.refresh()
  }
  const timer = watched.length > 0 ? setInterval(refresh, ttlMs / 2) : undefined
  timer?.unref()
  refresh()

  const close = async () => {
    clearInterval(timer)
    lifetime.abort()
    await Promise.all(sources.map((source) => source.close?.()))
  }
  return {
    get: async (chain, symbolOrAddress) => hold(resolve(chain, symbolOrAddress)).get(),
    clear() {
      const had = held.size > 0
      held.clear()
      return had
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function resolve(chain: string, symbolOrAddress: string): PriceToken {
  if (!isChainName(chain)) throw new UnknownChainError(chain)
  return resolveToken(chain, symbolOrAddress)
}

function toUnavailable(token: PriceToken, cause: unknown): Error {
  if (cause instanceof PriceUnavailableError || cause instanceof PriceDisagreementError) return cause
  return new PriceUnavailableError(`${token.symbol} on ${token.chain}`, [], cause)
}
