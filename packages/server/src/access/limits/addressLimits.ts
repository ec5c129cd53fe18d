import type { Clock } from '@outrigger/core'
import { createCache, createTokenBucket, type TokenBucket } from '@outrigger/core/internal'
import { RateLimitExceededError } from '../accessErrors.ts'
import { toNetwork } from '../allowedIps.ts'
import type { BucketLevel } from './limitHeaders.ts'

const maxCallers = 10_000

/** Limits requests per minute of callers without a key, by address. IPv6 addresses share a limit per /64. */
export type AddressLimits = {
  /** @throws {RateLimitExceededError} */
  take(ip: string): void
  level(ip: string): BucketLevel
}

/** Remembers the 10,000 most recent addresses, so that a flood of addresses uses a fixed amount of memory. */
export function createAddressLimits(clock: Clock, perMinute: number): AddressLimits {
  const buckets = createCache<TokenBucket>({ max: maxCallers, clock })

  function open(ip: string): TokenBucket {
    const network = toNetwork(ip)
    let bucket = buckets.get(network)
    if (bucket === undefined) {
      bucket = createTokenBucket(perMinute / 60, perMinute)
      buckets.set(network, bucket)
    }
    return bucket
  }
  return {
    take(ip) {
      requireToken(open(ip), perMinute, clock.now())
    },
    level: (ip) => ({ name: 'ip', quota: perMinute, windowSeconds: 60, level: open(ip).level(clock.now()) }),
  }
}

/** Takes a token from a per-minute bucket. @throws {RateLimitExceededError} */
export function requireToken(bucket: TokenBucket, perMinute: number, nowMs: number): void {
  if (bucket.take(nowMs) !== null) return
  const resetMs = nowMs + bucket.waitMs(nowMs)
  throw new RateLimitExceededError(`More than ${perMinute} requests in this minute.`, {
    limit: perMinute,
    used: perMinute - Math.max(0, Math.floor(bucket.level(nowMs))),
    resetMs,
    nowMs,
  })
}
