import type { Clock, Store } from '@outrigger/core'
import { createTokenBucket, type TokenBucket } from '@outrigger/core/internal'
import { startFlushing } from '../flushing.ts'

export type CreateBucket = (name: string, perSecond: number, size?: number) => TokenBucket

/** The rates of keys, shared by several nodes on one database. */
export type SharedRates = {
  bucketsOf(keyId: string): CreateBucket
  /** Synchronizes with the other nodes now. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Parts = { readonly store: Store; readonly clock: Clock; readonly onFault: (error: unknown) => void }

/** The local bucket of one node. */
type SharedBucket = TokenBucket & {
  readonly perSecond: number
  readonly size: number
  /** Tokens taken locally but not in the store yet, and the time over which they were taken. */
  taken(): Taken
  /** Reports that `count` of them are now in the store, which has `level` left. */
  settle(level: number, count: number): void
}

type Taken = { readonly count: number; readonly forMs: number }
type StoredBuckets = { readonly [name: string]: { readonly level: number; readonly atMs: number } }

const collection = 'key_rates'

/** The rates of a node that shares its store with no other node. */
export const ownRates: Pick<SharedRates, 'bucketsOf'> = {
  bucketsOf: () => (_, perSecond, size) => createTokenBucket(perSecond, size),
}

/**
 * Creates rates shared by nodes. Each node spends from local buckets. Every 200 ms it synchronizes them with buckets in the store
 * that all nodes draw from. Together the nodes allow as much as one node would, plus at most what each can spend in 200 ms.
 */
export function createSharedRates({ store, clock, onFault }: Parts): SharedRates {
  /** Keys with tokens to write. */
  const used = new Map<string, Map<string, SharedBucket>>()

  async function settle(): Promise<void> {
    const keys = [...used]
    used.clear()
    if (keys.length === 0) return
    const settled = new Map<SharedBucket, { readonly level: number; readonly count: number }>()
    try {
      await store.commit(
        keys.map(([key, buckets]) => ({
          collection,
          key,
          change(found, nowMs) {
            const next = { ...(found as StoredBuckets | undefined) }
            for (const [name, bucket] of buckets) {
              const taken = bucket.taken()
              const level = computeLevel(next[name], bucket, taken, nowMs)
              next[name] = { level, atMs: nowMs }
              settled.set(bucket, { level, count: taken.count })
            }
            return next
          },
        })),
        { durable: false },
      )
    } catch (error) {
      for (const [keyId, buckets] of keys) used.set(keyId, new Map([...buckets, ...(used.get(keyId) ?? [])]))
      throw error
    }
    for (const [bucket, { level, count }] of settled) bucket.settle(level, count)
  }
  const stop = startFlushing(settle, onFault)
  return {
    bucketsOf:
      (keyId) =>
      (name, perSecond, size = Math.max(1, perSecond)) => {
        if (perSecond === Number.POSITIVE_INFINITY) return createTokenBucket(perSecond)
        const bucket: SharedBucket = createSharedBucket(perSecond, size, clock, () => {
          const buckets = used.get(keyId) ?? new Map<string, SharedBucket>()
          used.set(keyId, buckets.set(name, bucket))
        })
        return bucket
      },
    settle,
    close: stop,
  }
}

/** Refills a stored bucket up to now and subtracts the tokens taken in the meantime. */
function computeLevel(
  stored: StoredBuckets[string] | undefined,
  { perSecond, size }: Pick<SharedBucket, 'perSecond' | 'size'>,
  { count, forMs }: Taken,
  nowMs: number,
): number {
  const { level, atMs } = stored ?? { level: size, atMs: nowMs - forMs }
  const idleMs = Math.max(0, nowMs - atMs - forMs)
  const usedMs = Math.min(forMs, Math.max(0, nowMs - atMs))
  const atFirst = Math.min(size, level + (idleMs * perSecond) / 1000)
  return Math.min(size, atFirst + (usedMs * perSecond) / 1000 - count)
}

function createSharedBucket(perSecond: number, size: number, clock: Clock, onUsed: () => void): SharedBucket {
  const bucket = createTokenBucket(perSecond, size)
  let taken = 0
  let sinceMs = 0
  return {
    ...bucket,
    perSecond,
    size,
    take(nowMs, count = 1, longestMs = 0) {
      const waitMs = bucket.take(nowMs, count, longestMs)
      if (waitMs !== null) {
        if (taken === 0) sinceMs = nowMs
        taken += count
        onUsed()
      }
      return waitMs
    },
    giveBack(count) {
      bucket.giveBack(count)
      taken -= count
      onUsed()
    },
    taken: () => ({ count: taken, forMs: Math.max(0, clock.now() - sinceMs) }),
    settle(level, count) {
      const nowMs = clock.now()
      taken -= count
      sinceMs = nowMs
      const excess = bucket.level(nowMs) - (level - taken)
      if (excess < 0) bucket.giveBack(-excess)
      else bucket.take(nowMs, excess, Number.POSITIVE_INFINITY)
    },
  }
}
