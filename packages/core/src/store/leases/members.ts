import type { Unwatch } from '../../events/emitter.ts'
import type { Clock } from '../../time/clock.ts'
import type { Collection } from '../store.ts'
import { type Lease, type LeaseView, look } from './step.ts'

const memberPrefix = 'node/'

/** The lease that each process holds of itself. */
export const toMemberName = (owner: string): string => memberPrefix + owner

type Parts = {
  readonly leases: Collection<Lease>
  readonly self: string
  readonly ttlMs: number
  readonly monotonic: Clock
}

/** The processes that share a store, by the leases they hold of themselves. */
export type Members = {
  /** Reads who there is, and has what the dead left taken over. */
  look(): Promise<void>
  list(): readonly Lease[]
  onDead(takeOver: (owner: string) => Promise<void>): Unwatch
}

export function createMembers({ leases, self, ttlMs, monotonic }: Parts): Members {
  const members = new Map<string, NonNullable<LeaseView['seen']>>()
  const takeOvers = new Set<(owner: string) => Promise<void>>()

  function isAlive(name: string): boolean {
    const seen = members.get(name)
    return seen !== undefined && seen.lease.owner !== null && monotonic.now() - seen.sinceMs < ttlMs
  }
  async function bury({ name, epoch, beat }: Lease): Promise<void> {
    if (takeOvers.size === 0) return
    for (const takeOver of takeOvers) await takeOver(name.slice(memberPrefix.length))
    // One that has woken up meanwhile keeps its lease, and finds that it has nothing left.
    await leases.update(name, (found) => (found?.epoch === epoch && found.beat === beat ? undefined : found))
    members.delete(name)
  }
  return {
    async look() {
      const found = await leases.list({ prefix: memberPrefix })
      const names = new Set(found.map(({ key }) => key))
      for (const name of members.keys()) if (!names.has(name)) members.delete(name)
      for (const { key, value } of found) {
        members.set(key, look(members.get(key) ?? null, value, monotonic.now()))
        if (key !== self && !isAlive(key)) await bury(value)
      }
    },
    list: () => [...members].flatMap(([name, { lease }]) => (isAlive(name) ? [lease] : [])),
    onDead(takeOver) {
      takeOvers.add(takeOver)
      return () => void takeOvers.delete(takeOver)
    },
  }
}
