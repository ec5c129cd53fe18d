import { type Clock, observeReads, type ProviderPool } from '@outrigger/core'
import { createPoolClient, systemClock } from '@outrigger/core/internal'
import { createStaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import {
  type LrtRegistry,
  type LrtSelection,
  lrtTtlMs,
  resolveLrtSymbols,
  selectLrtRates,
  toLrtRates,
} from './getLrtRates.ts'
import { LrtUnavailableError } from './lrtErrors.ts'
import type { LrtRates } from './lrtRates.ts'
import { lrtTokens } from './lrtRegistry.ts'
import { readLrt } from './sources/lrt.ts'

/** Settings of an oracle of restaking rates. Times are in ms. */
export type LrtOracleOptions = {
  /** A pool of Ethereum. */
  readonly pool: ProviderPool
  /** @default lrtTokens */
  readonly registry?: LrtRegistry
  /** @default 30_000 */
  readonly ttlMs?: number
  /** Longest wait of a reader when nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  readonly clock?: Clock
}

/** Restaking rates, cached, through the failure of every provider. */
export type LrtOracle = {
  /**
   * @throws {UnknownLrtError}
   * @throws {LrtRateError} a token asked for has no rate
   * @throws {LrtUnavailableError} nothing is cached and nobody answers
   */
  get(selection?: LrtSelection): Promise<LrtRates>
  /** Forgets the rates; whether there were any. */
  clear(): boolean
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves restaking rates from memory. The first request after half their lifetime reads them again in the background.
 *
 * @example
 * await using lrt = createLrtOracle({ pool })
 * const { rates, stale } = await lrt.get({ tokens: ['ezETH', 'rsETH'] })
 */
export function createLrtOracle(options: LrtOracleOptions): LrtOracle {
  const { pool, registry = lrtTokens, ttlMs = lrtTtlMs, coldTimeoutMs = 1500, clock = systemClock } = options
  const client = createPoolClient(pool)
  const tokens = Object.values(registry)
  const rates = createStaleWhileRevalidate({
    read: async () => {
      const { value, provenance } = await observeReads(client, (observed) => readLrt(observed, tokens))
      return { value, source: provenance.role }
    },
    serve: toLrtRates,
    unavailable: (cause) => new LrtUnavailableError(cause),
    ttlMs,
    coldTimeoutMs,
    // Nothing keeps these warm: a reader after a pause waits for a whole read.
    patienceMs: coldTimeoutMs,
    clock,
  })
  const close = async () => rates.close()

  return {
    async get({ tokens: wanted, partial } = {}) {
      const symbols = resolveLrtSymbols(registry, wanted)
      return selectLrtRates(await rates.get(), symbols, partial)
    },
    clear: rates.clear,
    close,
    [Symbol.asyncDispose]: close,
  }
}
