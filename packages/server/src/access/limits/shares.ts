import type { Clock, Store } from '@outrigger/core'
import { createTokenBucket, type Leases, type TokenBucket } from '@outrigger/core/internal'
import { computeShare, type NodeShare } from './computeShare.ts'
import { createSharedBucket, type SharedBucket } from './sharedBucket.ts'

export type CreateBucket = (perSecond: number, size?: number) => TokenBucket

/** How the nodes on one database divide the rates of each key among them. */
export type Shares = {
  /** What makes the buckets of a key here. */
  bucketsOf(keyId: string): CreateBucket
  /** Shares with the others what was asked for here, and takes this node's parts of the next second. */
  renew(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  readonly store: Store
  readonly leases: Pick<Leases, 'owner' | 'members'>
  readonly clock: Clock
  readonly onFault: (error: unknown) => void
}

type Active = { buckets: SharedBucket[]; share: number; demand: number; isIdle: boolean }
type ShareDocument = { readonly [owner: string]: NodeShare }

const collection = 'limit_shares'
const renewMs = 1000
/** A key that was asked for so little belongs to the others. */
const idleDemand = 0.001
const fading = 0.4
// Beyond that, idle ones are forgotten.
const maxKeys = 50_000

/** Of a single node: each has all. */
export const undivided: Pick<Shares, 'bucketsOf'> = { bucketsOf: () => createTokenBucket }

/**
 * A node begins with an equal part of a key's rates and has, from the next second on, the part that is asked of it. All
 * parts are at most the whole, but for the second in which a node is asked for a key for the first time.
 */
export function createShares({ store, leases, clock, onFault }: Parts): Shares {
  const active = new Map<string, Active>()

  function open(keyId: string): Active {
    const known = active.get(keyId)
    if (known !== undefined) return known
    if (active.size >= maxKeys) for (const [id, { isIdle }] of active) if (isIdle) active.delete(id)
    const one = { buckets: [], share: equalShare(), demand: 0, isIdle: false }
    active.set(keyId, one)
    return one
  }
  const equalShare = () => 1 / Math.max(1, leases.members().length)
  /** Those that there is something to say of. */
  function measure(): readonly (readonly [string, Active])[] {
    return [...active].filter(([, one]) => {
      const asked = Math.max(0, ...one.buckets.map((bucket) => bucket.readAsked()))
      const wasIdle = one.isIdle
      one.demand = Math.min(1, Math.max(asked, fading * one.demand))
      one.isIdle = one.demand < idleDemand
      return !(wasIdle && one.isIdle)
    })
  }
  async function renew(): Promise<void> {
    const alive = new Set(leases.members().map(({ owner }) => owner))
    const measured = measure()
    if (measured.length === 0) return
    const next = new Map<string, number>()
    await store.commit(
      measured.map(([keyId, { share, demand, isIdle }]) => ({
        collection,
        key: keyId,
        change(found: unknown) {
          const { [leases.owner]: _, ...all } = (found ?? {}) as ShareDocument
          const others = Object.entries(all).filter(([owner]) => alive.has(owner))
          const own = {
            share: computeShare(
              { share, demand },
              others.map(([, other]) => other),
            ),
            demand,
          }
          next.set(keyId, own.share)
          if (!isIdle) return { ...Object.fromEntries(others), [leases.owner]: own }
          return others.length === 0 ? undefined : Object.fromEntries(others)
        },
      })),
      { durable: false },
    )
    for (const [keyId, one] of measured) {
      one.share = one.isIdle ? equalShare() : (next.get(keyId) ?? one.share)
      for (const bucket of one.buckets) bucket.setShare(one.share, clock.now())
    }
  }
  let renewing: Promise<void> | undefined
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(onFault)
      .finally(() => {
        renewing = undefined
      })
  }, renewMs)
  timer.unref()
  return {
    bucketsOf(keyId) {
      const one = open(keyId)
      one.buckets = []
      return (perSecond, size = Math.max(1, perSecond)) => {
        if (perSecond === Number.POSITIVE_INFINITY) return createTokenBucket(perSecond)
        const bucket = createSharedBucket(perSecond, size, one.share)
        one.buckets.push(bucket)
        return bucket
      }
    },
    renew,
    async close() {
      clearInterval(timer)
      await renewing
    },
  }
}
