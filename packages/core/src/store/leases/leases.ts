import { randomBytes } from 'node:crypto'
import { OutriggerError } from '../../errors/outriggerError.ts'
import { createEmitter, type Events, type Unwatch } from '../../events/emitter.ts'
import { type Clock, monotonicClock, systemClock } from '../../time/clock.ts'
import type { Change, Store } from '../store.ts'
import { createMembers, toMemberName } from './members.ts'
import { initialView, isSure, type Lease, type LeaseView, step } from './step.ts'

/** A lease belongs to another process by now: what was to be written with it is not. */
export class LeaseLostError extends OutriggerError {
  readonly code = 'LEASE_LOST'
  readonly lease: string
  constructor(lease: string) {
    super(`The lease ${lease} belongs to another node by now.`)
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
  /** Where this process can be reached by the others. @default nowhere */
  readonly address?: () => string | null
  /** A holder that has not renewed its lease for so long has lost it. @default 3000 */
  readonly ttlMs?: number
  /** @default 1000 */
  readonly renewMs?: number
  readonly clock?: Clock
  readonly monotonic?: Clock
}

/** Decides which of several processes on one store does what only one may do. */
export type Leases = Events<LeaseEvents> & {
  /** Name of this process. */
  readonly owner: string
  /** Bids for the leases `<kind>/<key>` from now on, and gives back those of the kind that are not named any more. */
  want(kind: string, keys: ReadonlySet<string>): void
  isHeld(name: string): boolean
  /** The lease as it was last seen. */
  get(name: string): Lease | undefined
  /** Processes that are alive, this one included, as their leases `node/<owner>`. */
  members(): readonly Lease[]
  /**
   * What is done about a process that has ended, died, or is cut off from the store. It is called again until it resolves
   * for all who asked for it, and perhaps in several processes.
   */
  onDead(takeOver: (owner: string) => Promise<void>): Unwatch
  /**
   * The change that lets a commit through only while this process holds a lease, to be put before others.
   * @throws {LeaseLostError} here, and by the commit
   */
  fence(name: string): Change
  /** Looks and renews now. */
  refresh(): Promise<void>
  /** Gives everything back. */
  close(): Promise<void>
}

const collection = 'leases'
/**
 * Leases in a store. Each is held by one process, which renews it every second. It passes on where others have not seen it
 * renewed for `ttlMs`, by their own clocks. A process that was asleep or cut off may not know yet; `fence` keeps it from writing.
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
  /** Reports what was gained and lost since its last report. */
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

/** Others take them at once instead of at their next look. */
async function giveBack(store: Store, names: readonly string[], owner: string): Promise<void> {
  await store.commit(names.map((name) => toRelease(name, owner)))
  store.signals?.send('leases')
}

function toRelease(name: string, owner: string): Change {
  return toChange(name, (found) => (found?.owner === owner ? { ...found, owner: null } : found))
}
