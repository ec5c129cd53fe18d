import { createCache, type TokenBucket } from '@outrigger/core/internal'
import type { ApiKey } from '../keyring.ts'
import type { PoolUnits } from '../ledger/block.ts'
import { computeLimits, type TierLimits, type TierSettings } from '../tiers.ts'
import type { BucketLevel, PoolLines } from './limitHeaders.ts'
import type { CreateBucket, Shares } from './shares.ts'

/** Areas with requests per minute of their own, in place of those per second. */
export type LimitedArea = 'oracle' | 'mempool' | 'defi' | 'mevSimulations' | 'mevSubmissions'

/** Where a request comes in: which rates it is held to. */
export type Entry = 'rest' | 'gateway' | LimitedArea

type Buckets = { readonly [name in 'cu' | Entry]: TokenBucket }
/** What is kept of a key between its requests. */
export type KeyState = {
  readonly keyId: string
  readonly limits: TierLimits
  readonly buckets: Buckets
  /** Of its month. */
  readonly pools: PoolUnits
  readonly policies: Partial<Record<Entry, string>>
  /** The headers of its pools, as far as they stay. */
  lines: PoolLines | undefined
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

// One that is forgotten begins with full buckets: a second's worth at most, and more keys than that are not active at once.
const maxKeys = 50_000

/** The states of keys, each with the limits that hold for it now. */
export function createKeyStates(
  settings: TierSettings | undefined,
  shares: Pick<Shares, 'bucketsOf'>,
): (key: ApiKey) => KeyState {
  const states = createCache<KeyState>({ max: maxKeys })
  // Connections have read the same key at different times: one that is asked for in turns must not be computed each time.
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
    // Buckets live on when the same key is read again, and begin anew with other limits.
    if (known !== undefined && isSame(known.limits, limits)) return known
    const state: KeyState = {
      keyId: key.id,
      limits,
      buckets: createBuckets(limits, shares.bucketsOf(key.id)),
      pools: { cu: limits.monthlyCu, trace: limits.monthlyTraceCu },
      policies: {},
      lines: undefined,
    }
    states.set(key.id, state)
    return state
  }
}

function createBuckets(limits: TierLimits, create: CreateBucket): Buckets {
  const ofMinute = (limit: number) => create(limit / 60, limit)
  return {
    cu: create(limits.cuPerSecond),
    rest: create(limits.requestsPerSecond),
    gateway: create(limits.gatewayRequestsPerSecond),
    oracle: ofMinute(limits.oracleRequestsPerMinute),
    mempool: ofMinute(limits.mempoolRequestsPerMinute),
    defi: ofMinute(limits.defiRequestsPerMinute),
    mevSimulations: ofMinute(limits.mevSimulationsPerMinute),
    mevSubmissions: ofMinute(limits.mevSubmissionsPerMinute),
  }
}

/** How full the buckets are that a request is held to. */
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
