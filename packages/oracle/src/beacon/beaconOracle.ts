import { type Clock, OutriggerError, type RestPool } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import { addFreshness } from '../freshness.ts'
import { createStaleWhileRevalidate } from '../staleWhileRevalidate/staleWhileRevalidate.ts'
import type { BeaconStatus } from './beaconStatus.ts'
import { createBeaconReader } from './sources/beacon.ts'

const beaconTtlMs = 12_000

/** Thrown if no beacon node answers and no status is cached. Check the beacon endpoints, then retry. */
export class BeaconUnavailableError extends OutriggerError {
  readonly code = 'BEACON_UNAVAILABLE'
  override readonly retryable = true
  constructor(cause: unknown) {
    super('No beacon node answered and no status is cached yet. Check the beacon endpoints, then retry.', { cause })
  }
}

/**
 * Reads the status of the beacon chain now.
 *
 * Calls `node/syncing`, `beacon/headers/head`, `finality_checkpoints`, `config/spec` and a validator count of the standard
 * beacon API.
 *
 * @throws {AllProvidersFailedError} no node returns a usable answer; see {@link BeaconAnswerError}
 * @throws {RestAnswerError} the nodes refuse a request
 * @example
 * const { slot, syncStatus } = await getBeaconStatus(createRestPool({ name: 'beacon', endpoints, probePath }))
 */
export async function getBeaconStatus(
  pool: RestPool,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<BeaconStatus> {
  const timestampMs = clock.now()
  const { value, source } = await createBeaconReader(pool, clock)()
  return addFreshness(value, { source, stale: false, ttlMs: beaconTtlMs, timestampMs })
}

/** Settings of a beacon oracle. `pool` reads the standard beacon API. Times are in ms. */
export type BeaconOracleOptions = {
  readonly pool: RestPool
  /** @default 12_000 */
  readonly ttlMs?: number
  /** Longest wait of `get` when nothing is cached. @default 1500 */
  readonly coldTimeoutMs?: number
  readonly clock?: Clock
}

/** A cache of the beacon status. It serves the last status even while every node fails. */
export type BeaconOracle = {
  /** @throws {BeaconUnavailableError} nothing is cached and no node answers */
  get(): Promise<BeaconStatus>
  /** Drops the cached status. Returns true if there was one. */
  clear(): boolean
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves the status of the beacon chain from memory. The first request after half its lifetime refreshes it in the
 * background.
 *
 * @example
 * await using beacon = createBeaconOracle({ pool })
 * const { validators } = await beacon.get()
 */
export function createBeaconOracle(options: BeaconOracleOptions): BeaconOracle {
  const { pool, ttlMs = beaconTtlMs, coldTimeoutMs = 1500, clock = systemClock } = options
  const status = createStaleWhileRevalidate({
    read: createBeaconReader(pool, clock),
    serve: addFreshness,
    unavailable: (cause) => new BeaconUnavailableError(cause),
    ttlMs,
    coldTimeoutMs,
    // No timer refreshes this value, so the first request after a pause waits for a whole read.
    patienceMs: coldTimeoutMs,
    clock,
  })
  const close = async () => status.close()
  return { get: status.get, clear: status.clear, close, [Symbol.asyncDispose]: close }
}
