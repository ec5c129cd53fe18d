import { type Store, sleep } from '@outrigger/core'
import { type Change, LeaseLostError, type Leases, toMemberName } from '@outrigger/core/internal'
import { collections, type Delivery } from '../delivery/delivery.ts'
import { type Outbox, toOwnPrefix } from '../delivery/outbox.ts'
import type { Worker } from '../delivery/worker.ts'

type Parts = {
  readonly store: Store
  readonly leases: Leases
  readonly outbox: Outbox
  readonly worker: Worker
  readonly maxInFlight: number
  /** Reads what others have changed of the alerts: deliveries are judged by them. */
  readonly follow: () => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

/** How often it looks without a signal; also for changes of alerts by other processes. */
const lookMs = 250
/** Between two looks at least: while there is something to take, and after a signal. */
const busyMs = 25
const movedAtOnce = 200
/** Ids of alerts, and so the keys of what nobody has taken, begin so. */
const unclaimedPrefix = 'alert_'

/**
 * Takes what nobody delivers yet from the outbox that several processes share, as far as this one has room, and puts
 * there what a dead process had taken. @returns what ends it
 */
export function startClaims(parts: Parts): () => Promise<void> {
  const { store, leases, outbox, worker, maxInFlight, follow, onStoreError } = parts
  const self = toMemberName(leases.owner)
  const control = new AbortController()
  let bell = new AbortController()
  const documents = store.collection<Delivery>(collections.outbox)

  /** @returns how many there were to take */
  async function claim(): Promise<number> {
    // What waits for its next attempt takes no room: it may wait for hours.
    const room = maxInFlight - worker.due
    if (room <= 0 || !leases.isHeld(self)) return 0
    const found = await documents.list({ prefix: unclaimedPrefix, limit: room })
    if (found.length === 0) return 0
    // An alert is in the store before its deliveries are.
    await follow()
    // What another is taking at this moment is its own: nobody waits for that.
    const moves = found.map(({ key, value }) => createMove(key, outbox.own.toKey(value), true))
    await store.commit([...outbox.own.fences(), ...moves.flatMap(({ changes }) => changes)])
    const own = moves.flatMap(({ moved }) => moved() ?? [])
    worker.add(own)
    return found.length
  }
  async function takeOver(owner: string): Promise<void> {
    const prefix = toOwnPrefix(owner)
    for (;;) {
      const left = await documents.list({ prefix, limit: movedAtOnce })
      if (left.length === 0) return
      await store.commit(left.flatMap(({ key }) => createMove(key, key.slice(prefix.length)).changes))
    }
  }
  async function look(): Promise<void> {
    while (!control.signal.aborted) {
      let found = 0
      bell = new AbortController()
      try {
        await follow()
        found = await claim()
      } catch (error) {
        if (!(error instanceof LeaseLostError)) onStoreError(error)
      }
      await sleep(busyMs, control.signal)
      if (found === 0) await sleep(lookMs - busyMs, bell.signal)
    }
  }
  const looking = look()
  const stops = [
    leases.onDead(takeOver),
    store.signals?.on('alerts', () => bell.abort()),
    leases.on('changed', (name) => {
      if (name !== self) return
      // What it had taken was given to others, or will be; what is left of it is read again.
      worker.clear()
      if (leases.isHeld(self)) worker.load().catch(onStoreError)
    }),
  ]
  return async () => {
    control.abort()
    bell.abort()
    for (const stop of stops) stop?.()
    await looking
  }
}

/** The changes that move a delivery, unless somebody else has moved it already. */
function createMove(from: string, to: string, skipLocked = false) {
  let moved: Delivery | undefined
  const changes: readonly Change[] = [
    {
      collection: collections.outbox,
      key: from,
      skipLocked,
      change(current) {
        moved = current as Delivery | undefined
        return undefined
      },
    },
    { collection: collections.outbox, key: to, change: (current) => moved ?? current },
  ]
  return { changes, moved: () => moved }
}
