import { setMaxListeners } from 'node:events'
import { type Clock, createMemoryStore, type Store } from '@outrigger/core'
import { type ChainOption, resolveChain, systemClock, toChainName } from '@outrigger/core/internal'
import { createCachedPrices } from './cachedPrices.ts'
import type { Comparison } from './compute/comparison.ts'
import type { HistoryInterval } from './compute/priceHistory.ts'
import { type PriceRules, priceDefaults } from './getPrice.ts'
import { createPriceSeries } from './history/priceSeries.ts'
import { type PriceHistory, readHistory } from './history/readHistory.ts'
import type { Price } from './price.ts'
import type { PriceSource } from './priceSource.ts'
import type { PriceToken } from './priceToken.ts'
import { readComparison } from './readComparison.ts'
import { resolveToken } from './resolveToken.ts'
import { createSourceGuard } from './sourceGuard.ts'
import type { ReadRedemption } from './sources/redemption.ts'

/** Settings of a price oracle. Only `sources` is required. */
export type PriceOracleOptions = PriceRules & {
  readonly sources: readonly PriceSource[]
  /** @default 60_000 */
  readonly ttlMs?: number
  /** Reads the redemption rates of staked tokens. @default none are read */
  readonly redemption?: ReadRedemption
  /** Tokens whose prices are refreshed continuously. @default none */
  readonly watch?: readonly { readonly chain: ChainOption; readonly symbol: string }[]
  /** Store for seen prices. The price history is built from them. @default in memory */
  readonly store?: Store
  readonly clock?: Clock
  readonly signal?: AbortSignal
}

/** A cache of token prices. It serves the last prices even while every source fails. */
export type PriceOracle = {
  /**
   * Returns the price of a token by symbol or address.
   * @throws {UnknownChainError} @throws {UnknownTokenError} @throws {AmbiguousTokenError}
   * @throws {PriceUnavailableError} nothing is cached and no source has a usable price
   * @throws {PriceDisagreementError} nothing is cached and no majority of the sources agrees
   */
  get(chain: ChainOption, symbolOrAddress: string): Promise<Price>
  /**
   * Reads the prices of a token on several markets now. Without names it reads all tradable markets.
   * @throws {UnknownMarketError} lists the known names
   * @throws {PriceUnavailableError} no market has a price
   */
  compare(chain: ChainOption, symbolOrAddress: string, exchanges?: readonly string[]): Promise<Comparison>
  /**
   * Reads the price history of a token over 1 to 365 days. @throws {PriceUnavailableError} no source has any bars of
   * that time
   */
  history(chain: ChainOption, symbolOrAddress: string, options?: HistoryOptions): Promise<PriceHistory>
  /** Names that `compare` accepts. */
  readonly markets: readonly string[]
  /** Drops all cached prices. Returns true if there were any. */
  clear(): boolean
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export type HistoryOptions = {
  /** @default 30 */
  readonly days?: number
  /** @default 1d */
  readonly interval?: HistoryInterval
}

/**
 * Creates an oracle that serves prices from memory. Each price is the median of several sources. The first request
 * after half a price's lifetime refreshes it in the background. If no source answers, the last price is served with
 * `stale: true`.
 *
 * @example
 * await using prices = createPriceOracle({ sources: [createChainlinkSource({ pools }), createDefiLlamaSource()] })
 * const { priceUsd, sources, stale } = await prices.get('ethereum', 'WETH')
 */
export function createPriceOracle(options: PriceOracleOptions): PriceOracle {
  const { sources, watch = [], clock = systemClock, store = createMemoryStore() } = options
  const { ttlMs, timeoutMs, tolerance, minLiquidityUsd } = { ...priceDefaults, ...options }
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  // Every query to a source listens to this signal, so many listeners are not a leak.
  setMaxListeners(0, signal)
  const guards = sources.map((source) => createSourceGuard(source, { timeoutMs, clock, signal }))
  const { redemption } = options
  const series = createPriceSeries(store)
  const prices = createCachedPrices({
    guards,
    tolerance,
    minLiquidityUsd,
    ttlMs,
    timeoutMs,
    series,
    signal,
    clock,
    redemption,
  })
  const markets = sources.filter(({ kind }) => kind !== 'feed').flatMap(({ name, names = [name] }) => names)
  const watched = watch.map(({ chain, symbol }) => prices.of(resolve(chain, symbol)))

  async function compare(
    chain: ChainOption,
    symbolOrAddress: string,
    exchanges?: readonly string[],
  ): Promise<Comparison> {
    return readComparison(resolve(chain, symbolOrAddress), { guards, markets, clock, exchanges })
  }

  async function history(
    chain: ChainOption,
    symbolOrAddress: string,
    options: HistoryOptions = {},
  ): Promise<PriceHistory> {
    const { days = 30, interval = '1d' } = options
    const token = resolve(chain, symbolOrAddress)
    const now = await prices
      .of(token)
      .get()
      .catch(() => null)
    const priceUsd = now === null || now.stale || now.basis !== 'market' ? null : now.priceUsd
    await prices.stored()
    return readHistory({ token, days, interval, priceUsd }, { series, guards, clock })
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
    async get(chain, symbolOrAddress) {
      const token = resolve(chain, symbolOrAddress)
      const price = await prices.of(token).get()
      // The native currency and its wrapped token share one price.
      return token.isNative && price.symbol !== token.symbol ? { ...price, symbol: token.symbol } : price
    },
    compare,
    history,
    markets,
    clear: prices.clear,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function resolve(chain: ChainOption, symbolOrAddress: string): PriceToken {
  return resolveToken(toChainName(resolveChain(chain)), symbolOrAddress)
}
