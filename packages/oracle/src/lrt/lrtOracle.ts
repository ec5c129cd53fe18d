import { type Clock, observeReads } from '@outrigger/core'
import { type ClientOption, systemClock, toClient } from '@outrigger/core/internal'
import { addFreshness } from '../freshness.ts'
import { createStaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import { type LrtRegistry, type LrtSelection, lrtTtlMs, resolveLrtSymbols, selectLrtRates } from './getLrtRates.ts'
import { LrtUnavailableError } from './lrtErrors.ts'
import type { LrtRates } from './lrtRates.ts'
import { lrtTokens } from './lrtRegistry.ts'
import { readLrt } from './sources/lrt.ts'

/** Settings of an oracle of restaking rates. Times are in ms. */
export type LrtOracleOptions = {
  /** A provider pool of Ethereum, or a viem client. */
  readonly pool: ClientOption
  /** @default lrtTokens */
  readonly registry?: LrtRegistry
  /** @default 30_000 */
  readonly ttlMs?: number
  /** Longest wait of `get` when nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  readonly clock?: Clock
}

/** A cache of restaking rates. It serves the last rates even while every provider fails. */
export type LrtOracle = {
  /**
   * @throws {UnknownLrtError}
   * @throws {LrtRateError} a requested token has no rate
   * @throws {LrtUnavailableError} nothing is cached and no provider answers
   */
  get(selection?: LrtSelection): Promise<LrtRates>
  /** Drops the cached rates. Returns true if there were any. */
  clear(): boolean
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves restaking rates from memory. The first request after half their lifetime refreshes them in the background.
 *
 * @example
 * await using lrt = createLrtOracle({ pool })
 * const { rates, stale } = await lrt.get({ tokens: ['ezETH', 'rsETH'] })
 */
export function createLrtOracle(options: LrtOracleOptions): LrtOracle {
  const { pool, registry = lrtTokens, ttlMs = lrtTtlMs, coldTimeoutMs = 1500, clock = systemClock } = options
  const client = toClient(pool)
  const tokens = Object.values(registry)
  const rates = createStaleWhileRevalidate({
    read: async () => {
      const { value, provenance } = await observeReads(client, (observed) => readLrt(observed, tokens))
      return { value, source: provenance.role }
    },
    serve: addFreshness,
    unavailable: (cause) => new LrtUnavailableError(cause),
    ttlMs,
    coldTimeoutMs,
    // No timer refreshes the rates, so the first request after a pause waits for a whole read.
    patienceMs: coldTimeoutMs,
    clock,
  })
  const close = async () => rates.close()

  return {
    async get({ tokens: requested, partial } = {}) {
      const symbols = resolveLrtSymbols(registry, requested)
      return selectLrtRates(await rates.get(), symbols, partial)
    },
    clear: rates.clear,
    close,
    [Symbol.asyncDispose]: close,
  }
}
