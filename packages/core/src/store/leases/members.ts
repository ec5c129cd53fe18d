import type { Unwatch } from '../../events/emitter.ts'
import type { Clock } from '../../time/clock.ts'
import type { Collection } from '../store.ts'
import { type Lease, type LeaseView, look } from './step.ts'

const memberPrefix = 'node/'

/** Returns the name of the lease by which a process shows that it is alive. */
export const toMemberName = (owner: string): string => memberPrefix + owner

type Parts = {
  readonly leases: Collection<Lease>
  readonly self: string
  readonly ttlMs: number
  readonly monotonic: Clock
}

/** The processes that share a store. Each one shows that it is alive by a lease in its own name. */
export type Members = {
  /** Reads the live processes, and calls the take-over callbacks for dead ones. */
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
    // If the process has renewed its lease meanwhile, the lease remains. Its tasks belong to other processes now.
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
