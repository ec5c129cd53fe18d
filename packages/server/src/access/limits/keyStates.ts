import { createCache, type TokenBucket } from '@outrigger/core/internal'
import type { ApiKey } from '../keyring.ts'
import type { Pool } from '../ledger/account.ts'
import { computeLimits, type TierLimits, type TierSettings } from '../tiers.ts'
import type { BucketLevel } from './limitHeaders.ts'
import type { CreateBucket, SharedRates } from './sharedRates.ts'

/** Areas with their own rate per minute, instead of the rate per second. */
export type LimitedArea = 'oracle' | 'mempool' | 'defi' | 'mevSimulations' | 'mevSubmissions'

/** The entry point of a request. It determines which rates apply. */
export type Entry = 'rest' | 'gateway' | LimitedArea

type Buckets = { readonly [name in 'cu' | Entry]: TokenBucket }

/** State that is kept for a key between its requests. */
export type KeyState = {
  readonly keyId: string
  readonly limits: TierLimits
  readonly buckets: Buckets
  /** The limits of the monthly pools. */
  readonly pools: { readonly [pool in Pool]: number }
  /** The header `RateLimit-Policy` by entry, cached once formatted. */
  readonly policies: Partial<Record<Entry, string>>
}

/** Names of the limits, by area. */
export const perMinute = {
  oracle: 'oracleRequestsPerMinute',
  mempool: 'mempoolRequestsPerMinute',
  defi: 'defiRequestsPerMinute',
  mevSimulations: 'mevSimulationsPerMinute',
  mevSubmissions: 'mevSubmissionsPerMinute',
} as const

export const perSecond = { rest: 'requestsPerSecond', gateway: 'gatewayRequestsPerSecond' } as const

// An evicted key starts again with full buckets. Fewer keys than this are active at once.
const maxKeys = 50_000

/** Returns the state of a key with its current limits. */
export function createKeyStates(
  settings: TierSettings | undefined,
  rates: Pick<SharedRates, 'bucketsOf'>,
): (key: ApiKey) => KeyState {
  const states = createCache<KeyState>({ max: maxKeys })
  // Each connection has its own copy of a key, so states are looked up by object first.
  const ofRead = new WeakMap<ApiKey, KeyState>()
  return (key) => {
    const found = ofRead.get(key)
    if (found !== undefined) return found
    const state = toState(key)
    ofRead.set(key, state)
    return state
  }

  function toState(key: ApiKey): KeyState {
    const known = states.get(key.id)
    const limits = computeLimits(key, settings)
    // Buckets survive when an unchanged key is read again. They start full when its limits change.
    if (known !== undefined && isSame(known.limits, limits)) return known
    const state: KeyState = {
      keyId: key.id,
      limits,
      buckets: createBuckets(limits, rates.bucketsOf(key.id)),
      pools: { cu: limits.monthlyCu, trace: limits.monthlyTraceCu },
      policies: {},
    }
    states.set(key.id, state)
    return state
  }
}

function createBuckets(limits: TierLimits, create: CreateBucket): Buckets {
  const ofMinute = (area: LimitedArea) => create(area, limits[perMinute[area]] / 60, limits[perMinute[area]])
  return {
    cu: create('cu', limits.cuPerSecond),
    rest: create('rest', limits.requestsPerSecond),
    gateway: create('gateway', limits.gatewayRequestsPerSecond),
    oracle: ofMinute('oracle'),
    mempool: ofMinute('mempool'),
    defi: ofMinute('defi'),
    mevSimulations: ofMinute('mevSimulations'),
    mevSubmissions: ofMinute('mevSubmissions'),
  }
}

/** Returns the levels of the buckets that a request draws on. */
export function listBuckets({ limits, buckets }: KeyState, entry: Entry, nowMs: number): readonly BucketLevel[] {
  const level = buckets[entry].level(nowMs)
  return [
    isPerMinute(entry)
      ? { name: entry, quota: limits[perMinute[entry]], windowSeconds: 60, level }
      : { name: 'rps', quota: limits[perSecond[entry]], windowSeconds: 1, level },
    {
      name: 'cu',
      quota: limits.cuPerSecond,
      windowSeconds: 1,
      unit: 'compute-units',
      level: buckets.cu.level(nowMs),
    },
  ]
}

export function isPerMinute(entry: Entry): entry is LimitedArea {
  return entry in perMinute
}

function isSame(one: TierLimits, other: TierLimits): boolean {
  return (Object.keys(one) as (keyof TierLimits)[]).every((name) => one[name] === other[name])
}
