import type { Clock } from '@outrigger/core'
import { createCache } from '@outrigger/core/internal'
import { RateLimitExceededError } from '../accessErrors.ts'
import { toNetwork } from '../allowedIps.ts'

const windowMs = 60_000
const maxCallers = 10_000

/**
 * Counts requests per caller (a key's id, or an address, IPv6 by its /64) and minute. Remembers the 10,000 callers seen last, so that a flood of addresses costs a
 * fixed amount of memory.
 */
export function createRequestWindow(clock: Clock): {
  /** @throws {RateLimitExceededError} */
  take(caller: string, limit: number): void
} {
  const windows = createCache<{ readonly endsAtMs: number; used: number }>({ max: maxCallers, clock })
  return {
    take(who, limit) {
      const caller = toNetwork(who)
      const now = clock.now()
      let window = windows.get(caller)
      if (window === undefined || window.endsAtMs <= now) {
        window = { endsAtMs: now + windowMs, used: 0 }
        windows.set(caller, window)
      }
      if (window.used >= limit) throw new RateLimitExceededError(limit, window.used, window.endsAtMs, now)
      window.used += 1
    },
  }
}
