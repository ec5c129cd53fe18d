import { randomBytes } from 'node:crypto'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { createEmitter, type Events, type Unwatch } from '../../events/emitter.ts'
import { type Clock, monotonicClock, systemClock } from '../../time/clock.ts'
import type { Change, Store } from '../store.ts'
import { createMembers, toMemberName } from './members.ts'
import { initialView, isSure, type Lease, type LeaseView, step } from './step.ts'

/** Another process holds the lease now. The commit that required the lease was not written. */
export class LeaseLostError extends OutriggerError {
  readonly code = 'LEASE_LOST'
  readonly lease: string
  constructor(lease: string) {
    super(`The lease ${lease} now belongs to another node.`)
    this.lease = lease
  }
}

export type LeaseEvents = {
  /** The name of a lease that this process has gained or lost. */
  readonly changed: string
  readonly storeError: unknown
}

export type LeasesOptions = {
  readonly store: Store
  /** Address at which other processes can reach this process. @default none */
  readonly address?: () => string | null
  /** If the holder does not renew its lease for this time, it loses the lease. @default 3000 */
  readonly ttlMs?: number
  /** @default 1000 */
  readonly renewMs?: number
  readonly clock?: Clock
  readonly monotonic?: Clock
}

/** Decides which of the processes that share a store performs a task that only one of them may perform. */
export type Leases = Events<LeaseEvents> & {
  /** Name of this process. */
  readonly owner: string
  /** Tries to acquire the leases `<kind>/<key>` from now on. Releases the other leases of this kind. */
  want(kind: string, keys: ReadonlySet<string>): void
  isHeld(name: string): boolean
  /** Returns the lease as last read from the store. */
  get(name: string): Lease | undefined
  /** Returns the leases `node/<owner>` of all live processes, including this one. */
  members(): readonly Lease[]
  /**
   * Calls `takeOver` for each process that has ended, died, or lost its connection to the store. Several processes may call it
   * for the same dead process. If one callback rejects, all callbacks for this process are called again.
   */
  onDead(takeOver: (owner: string) => Promise<void>): Unwatch
  /**
   * Returns a change that makes a commit fail unless this process holds the lease. Put it before the other changes.
   * @throws {LeaseLostError} here, and from the commit
   */
  fence(name: string): Change
  /** Reads and renews all leases now. */
  refresh(): Promise<void>
  /** Releases all leases. */
  close(): Promise<void>
}

const collection = 'leases'
/**
 * Creates leases in a store. One process owns a lease and renews it every second. If another process does not see a renewal
 * for `ttlMs`, by its own clock, it takes the lease. A process that was suspended or disconnected may not know that it has lost
 * a lease. `fence` prevents its writes.
 */
export function createLeases(options: LeasesOptions): Leases {
  const { store, address = () => null, ttlMs = 3000, renewMs = 1000 } = options
  const { clock = systemClock, monotonic = monotonicClock } = options
  const owner = randomBytes(6).toString('hex')
  const self = toMemberName(owner)
  const events = createEmitter<LeaseEvents>()
  const views = new Map<string, LeaseView>([[self, initialView]])
  const members = createMembers({ leases: store.collection(collection), self, ttlMs, monotonic })
  const reported = new Set<string>()
  const isHeld = (name: string) => isSure(views.get(name) ?? initialView, monotonic.now(), ttlMs)
  /** Emits `changed` for each lease gained or lost since the last call. */
  function tell(): void {
    for (const name of new Set([...views.keys(), ...reported])) {
      if (isHeld(name) === reported.has(name)) continue
      if (!reported.delete(name)) reported.add(name)
      events.emit('changed', name)
    }
  }
  async function renew(): Promise<void> {
    const next = new Map<string, LeaseView>()
    const changes = [...views].map(([name, view]) =>
      toChange(name, (found) => {
        const now = { nowMs: monotonic.now(), wallMs: clock.now() }
        const result = step(view, found, { name, owner, address: address(), ttlMs, ...now })
        next.set(name, result.view)
        return result.lease
      }),
    )
    await store.commit(changes)
    for (const [name, view] of next) if (views.has(name)) views.set(name, view)
    tell()
  }
  let refreshing: Promise<void> | undefined
  const refresh = () => {
    refreshing ??= renew()
      .then(members.look)
      .catch((error) => events.emit('storeError', error))
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }
  const timers = [setInterval(refresh, renewMs), setInterval(tell, renewMs / 4)]
  const stopHearing = store.signals?.on('leases', () => void Promise.resolve(refreshing).then(refresh))
  const release = (names: readonly string[]) => giveBack(store, names, owner)
  return {
    on: events.on,
    owner,
    want(kind, keys) {
      const names = new Set([...keys].map((key) => `${kind}/${key}`))
      const dropped = [...views.keys()].filter((name) => name.startsWith(`${kind}/`) && !names.has(name))
      for (const name of dropped) views.delete(name)
      const added = [...names].filter((name) => !views.has(name))
      for (const name of added) views.set(name, initialView)
      if (dropped.length > 0) release(dropped).catch((error) => events.emit('storeError', error))
      tell()
      if (added.length > 0) void refresh()
    },
    isHeld,
    get: (name) => views.get(name)?.seen?.lease,
    members: members.list,
    onDead: members.onDead,
    fence(name) {
      const epoch = views.get(name)?.held?.epoch
      if (epoch === undefined || !isHeld(name)) throw new LeaseLostError(name)
      return toFence(name, owner, epoch)
    },
    refresh,
    async close() {
      for (const timer of timers) clearInterval(timer)
      stopHearing?.()
      await refreshing
      const names = [...views.keys()]
      views.clear()
      tell()
      await release(names).catch(() => {})
      events.clear()
    },
  }
}

const toChange = (key: string, change: (found: Lease | undefined) => Lease | undefined): Change => ({
  collection,
  key,
  change: (found) => change(found as Lease | undefined),
})

function toFence(name: string, owner: string, epoch: number): Change {
  return toChange(name, (found) => {
    if (found?.owner !== owner || found.epoch !== epoch) throw new LeaseLostError(name)
    return found
  })
}

/** Releases leases and signals the release, so that other processes take them at once. */
async function giveBack(store: Store, names: readonly string[], owner: string): Promise<void> {
  await store.commit(names.map((name) => toRelease(name, owner)))
  store.signals?.send('leases')
}

function toRelease(name: string, owner: string): Change {
  return toChange(name, (found) => (found?.owner === owner ? { ...found, owner: null } : found))
}
