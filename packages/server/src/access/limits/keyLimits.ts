import type { Clock } from '@outrigger/core'
import { RateLimitExceededError, ThroughputExceededError } from '../accessErrors.ts'
import type { ApiKey } from '../keyring.ts'
import type { Pool } from '../ledger/account.ts'
import type { Used } from '../ledger/balances.ts'
import { computeResetMs } from '../ledger/calendar.ts'
import type { TierLimits, TierSettings } from '../tiers.ts'
import { requireToken } from './addressLimits.ts'
import { createKeyHeaders, type KeyHeaders } from './keyHeaders.ts'
import { createKeyStates, type Entry, isPerMinute, type KeyState, perMinute, perSecond } from './keyStates.ts'
import { type Shares, undivided } from './shares.ts'

/** What keys may use, by tier: rates in buckets, pools by the ledger. */
export type KeyLimits = KeyHeaders & {
  of(key: ApiKey): TierLimits
  /**
   * Takes a request, or calls of a batch.
   * @throws {ThroughputExceededError} @throws {RateLimitExceededError}
   */
  takeRequests(key: ApiKey, entry: Entry, count?: number): void
  /**
   * Takes compute units, and holds them back in the pool until `release`.
   * @throws {ThroughputExceededError} @throws {RateLimitExceededError}
   */
  hold(key: ApiKey, pool: Pool, cu: number): void
  /** The call has ended; one that `failed` costs nothing. */
  release(key: ApiKey, pool: Pool, cu: number, failed: boolean): void
  /** Whether a pool has that much left; for events, which nobody can hold back. @throws {RateLimitExceededError} */
  requirePool(key: ApiKey, pool: Pool, cu: number): void
}

type Parts = {
  readonly clock: Clock
  readonly used: (keyId: string) => Used
  readonly settings?: TierSettings | undefined
  /** How several nodes divide the rates of a key. @default all of them are this node's */
  readonly shares?: Pick<Shares, 'bucketsOf'> | undefined
}

export function createKeyLimits({ clock, used, settings, shares = undivided }: Parts): KeyLimits {
  const open = createKeyStates(settings, shares)
  let resetMs = 0

  function getResetMs(nowMs: number): number {
    if (nowMs >= resetMs || resetMs - nowMs > 32 * 86_400_000) resetMs = computeResetMs(nowMs)
    return resetMs
  }
  function requireIn({ key, limits, held }: KeyState, pool: Pool, cu: number): void {
    const limit = pool === 'trace' ? limits.monthlyTraceCu : limits.monthlyCu
    if (limit === Number.POSITIVE_INFINITY) return
    const { cu: usedCu, traceCu } = used(key.id)
    const already = pool === 'trace' ? traceCu : usedCu
    if (already + held[pool] + cu <= limit) return
    const nowMs = clock.now()
    const what = `This month's ${limit} ${pool === 'trace' ? 'compute units for traces' : 'compute units'} are used, or this call needs more than is left.`
    throw new RateLimitExceededError(what, { limit, used: already, resetMs: getResetMs(nowMs), nowMs })
  }

  return {
    of: (key) => open(key).limits,
    takeRequests(key, entry, count = 1) {
      const { limits, buckets } = open(key)
      const nowMs = clock.now()
      if (isPerMinute(entry)) return requireToken(buckets[entry], limits[perMinute[entry]], nowMs)
      const limit = limits[perSecond[entry]]
      const waitMs = count > limit ? Number.POSITIVE_INFINITY : buckets[entry].take(nowMs, count)
      if (waitMs === 0) return
      const unit = entry === 'gateway' ? 'calls' : 'requests'
      throw new ThroughputExceededError(limit, unit, key.tier, waitMs ?? buckets[entry].waitMs(nowMs, count))
    },
    hold(key, pool, cu) {
      const state = open(key)
      if (cu === 0) return
      requireIn(state, pool, cu)
      const bucket = state.buckets.cu
      const nowMs = clock.now()
      if (bucket.take(nowMs, cu) === null)
        throw new ThroughputExceededError(state.limits.cuPerSecond, 'compute units', key.tier, bucket.waitMs(nowMs, cu))
      state.held[pool] += cu
    },
    release(key, pool, cu, failed) {
      const { buckets, held } = open(key)
      // A state that is newer than the call holds nothing of it.
      held[pool] = Math.max(0, held[pool] - cu)
      if (failed) buckets.cu.giveBack(cu)
    },
    requirePool: (key, pool, cu) => requireIn(open(key), pool, cu),
    ...createKeyHeaders({ open, used, settings, clock, getResetMs }),
  }
}
