import type { Clock } from '@outrigger/core'
import { RateLimitExceededError, ThroughputExceededError } from '../accessErrors.ts'
import type { ApiKey } from '../keyring.ts'
import type { Pool } from '../ledger/account.ts'
import { computeResetMs } from '../ledger/calendar.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { TierLimits, TierSettings } from '../tiers.ts'
import { requireToken } from './addressLimits.ts'
import { createKeyHeaders, type KeyHeaders } from './keyHeaders.ts'
import { createKeyStates, type Entry, isPerMinute, type KeyState, perMinute, perSecond } from './keyStates.ts'
import { ownRates, type SharedRates } from './sharedRates.ts'

/** Enforces the limits of keys: rates by token buckets, monthly pools by the ledger. */
export type KeyLimits = KeyHeaders & {
  of(key: ApiKey): TierLimits
  /**
   * Takes one request, or one call of a batch, from the rate. @throws {ThroughputExceededError} @throws {RateLimitExceededError}
   */
  takeRequest(key: ApiKey, entry: Entry): void
  /**
   * Takes compute units from the rate and reserves them in the pool until `release`.
   * @throws {ThroughputExceededError} @throws {RateLimitExceededError}
   */
  hold(key: ApiKey, pool: Pool, cu: number): void
  /** Ends the reservation of a call. A call that `failed` costs nothing. */
  release(key: ApiKey, pool: Pool, cu: number, failed: boolean): void
  /** Requires this much left in a pool. Used for events, which have no rate. @throws {RateLimitExceededError} */
  requirePool(key: ApiKey, pool: Pool, cu: number): void
}

type Parts = {
  readonly clock: Clock
  readonly ledger: Pick<Ledger, 'used' | 'fits' | 'hold' | 'release'>
  readonly settings?: TierSettings | undefined
  /** Shared rates, if several nodes share one store. @default this node is the only one */
  readonly rates?: Pick<SharedRates, 'bucketsOf'> | undefined
}

export function createKeyLimits({ clock, ledger, settings, rates = ownRates }: Parts): KeyLimits {
  const open = createKeyStates(settings, rates)
  let resetMs = 0

  function getResetMs(nowMs: number): number {
    if (nowMs >= resetMs || resetMs - nowMs > 32 * 86_400_000) resetMs = computeResetMs(nowMs)
    return resetMs
  }
  function requireIn({ keyId, pools }: KeyState, pool: Pool, cu: number): void {
    const limit = pools[pool]
    if (limit === Number.POSITIVE_INFINITY || ledger.fits(keyId, pool, cu, limit)) return
    const nowMs = clock.now()
    const used = ledger.used(keyId)[pool === 'trace' ? 'traceCu' : 'cu']
    const units = pool === 'trace' ? 'compute units for traces' : 'compute units'
    const what = `This month's ${limit} ${units} are used, or this call needs more than is left.`
    throw new RateLimitExceededError(what, { limit, used, resetMs: getResetMs(nowMs), nowMs })
  }

  return {
    of: (key) => open(key).limits,
    takeRequest(key, entry) {
      const { limits, buckets } = open(key)
      const nowMs = clock.now()
      if (isPerMinute(entry)) return requireToken(buckets[entry], limits[perMinute[entry]], nowMs)
      const limit = limits[perSecond[entry]]
      if (buckets[entry].take(nowMs, 1) !== null) return
      const unit = entry === 'gateway' ? 'calls' : 'requests'
      throw toThroughputError(key, perSecond[entry], { limit, unit, waitMs: buckets[entry].waitMs(nowMs, 1) })
    },
    hold(key, pool, cu) {
      const state = open(key)
      if (cu === 0) return
      requireIn(state, pool, cu)
      const bucket = state.buckets.cu
      const nowMs = clock.now()
      if (bucket.take(nowMs, cu) === null) {
        const reached = {
          limit: state.limits.cuPerSecond,
          unit: 'compute units',
          waitMs: bucket.waitMs(nowMs, cu),
        } as const
        throw toThroughputError(key, 'cuPerSecond', reached)
      }
      if (state.pools[pool] !== Number.POSITIVE_INFINITY) ledger.hold(key.id, pool, cu)
    },
    release(key, pool, cu, failed) {
      const { buckets, pools } = open(key)
      if (pools[pool] !== Number.POSITIVE_INFINITY) ledger.release(key.id, pool, cu)
      if (failed) buckets.cu.giveBack(cu)
    },
    requirePool: (key, pool, cu) => requireIn(open(key), pool, cu),
    ...createKeyHeaders({ open, used: ledger.used, settings, clock, getResetMs }),
  }
}

type Reached = Pick<ConstructorParameters<typeof ThroughputExceededError>[0], 'limit' | 'unit' | 'waitMs'>

function toThroughputError(
  { tier, limits }: ApiKey,
  name: keyof TierLimits,
  reached: Reached,
): ThroughputExceededError {
  return new ThroughputExceededError({ ...reached, tier, isOwn: limits?.[name] !== undefined })
}
