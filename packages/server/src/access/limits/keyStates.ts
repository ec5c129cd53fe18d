import { createCache, type TokenBucket } from '@outrigger/core/internal'
import type { ApiKey } from '../keyring.ts'
import type { Pool } from '../ledger/account.ts'
import { computeLimits, type TierLimits, type TierSettings } from '../tiers.ts'
import type { BucketLevel } from './limitHeaders.ts'
import type { CreateBucket, SharedRates } from './sharedRates.ts'

/** Areas with a rate per minute of their own, instead of the one per second. */
export type LimitedArea = 'oracle' | 'mempool' | 'defi' | 'mevSimulations' | 'mevSubmissions'

/** The entry point of a request, which decides its rates. */
export type Entry = 'rest' | 'gateway' | LimitedArea

type Buckets = { readonly [name in 'cu' | Entry]: TokenBucket }

/** The state of a key between its requests. */
export type KeyState = {
  readonly keyId: string
  readonly limits: TierLimits
  readonly buckets: Buckets
  /** Of its month. */
  readonly pools: { readonly [pool in Pool]: number }
  /** The header `RateLimit-Policy` of an entry, once it was formatted. */
  readonly policies: Partial<Record<Entry, string>>
}

/** Names of the limits. */
export const perMinute = {
  oracle: 'oracleRequestsPerMinute',
  mempool: 'mempoolRequestsPerMinute',
  defi: 'defiRequestsPerMinute',
  mevSimulations: 'mevSimulationsPerMinute',
  mevSubmissions: 'mevSubmissionsPerMinute',
} as const

export const perSecond = { rest: 'requestsPerSecond', gateway: 'gatewayRequestsPerSecond' } as const

// A key that is evicted starts again with full buckets. More keys than this are not active at once.
const maxKeys = 50_000

/** Returns the state of a key with its current limits. */
export function createKeyStates(
  settings: TierSettings | undefined,
  rates: Pick<SharedRates, 'bucketsOf'>,
): (key: ApiKey) => KeyState {
  const states = createCache<KeyState>({ max: maxKeys })
  // Connections hold the same key as they have read it at different times, so that it is found by object first.
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
    // Buckets stay when the same key is read again, and start full when its limits change.
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

/** Returns how full the buckets of a request are. */
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
