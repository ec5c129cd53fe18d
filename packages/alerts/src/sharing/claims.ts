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
  /** Reads the alert changes of other processes, which decide about deliveries. */
  readonly follow: () => Promise<void>
  readonly onStoreError: (error: unknown) => void
}

/** Poll interval without a signal, for deliveries and for alert changes of other processes. */
const pollMs = 250
/** Minimum poll interval, used while there are unclaimed deliveries, and after a signal. */
const busyMs = 25
const movedAtOnce = 200
/** Prefix of alert ids, and so of the keys of unclaimed deliveries. */
const unclaimedPrefix = 'alert_'

/**
 * Claims unclaimed deliveries from the shared outbox while this process has capacity, and releases the deliveries of dead
 * processes. @returns a function that stops it
 */
export function startClaims(parts: Parts): () => Promise<void> {
  const { store, leases, outbox, worker, maxInFlight, follow, onStoreError } = parts
  const self = toMemberName(leases.owner)
  const control = new AbortController()
  let wake = new AbortController()
  const documents = store.collection<Delivery>(collections.outbox)

  /** @returns the number of unclaimed deliveries found */
  async function claim(): Promise<number> {
    // Deliveries that wait for a retry do not count, because they may wait for hours.
    const room = maxInFlight - worker.due
    if (room <= 0 || !leases.isHeld(self)) return 0
    const found = await documents.list({ prefix: unclaimedPrefix, limit: room })
    if (found.length === 0) return 0
    // An alert is stored before its deliveries, so read alert changes first.
    await follow()
    // Rows locked by another process are skipped, because it is claiming them.
    const moves = found.map(({ key, value }) => createMove(key, outbox.own.toKey(value), true))
    await store.commit([...outbox.own.fences(), ...moves.flatMap(({ changes }) => changes)])
    const own = moves.flatMap(({ moved }) => moved() ?? [])
    worker.add(own)
    return found.length
  }
  async function release(owner: string): Promise<void> {
    const prefix = toOwnPrefix(owner)
    for (;;) {
      const left = await documents.list({ prefix, limit: movedAtOnce })
      if (left.length === 0) return
      await store.commit(left.flatMap(({ key }) => createMove(key, key.slice(prefix.length)).changes))
    }
  }
  async function poll(): Promise<void> {
    while (!control.signal.aborted) {
      let found = 0
      wake = new AbortController()
      try {
        await follow()
        found = await claim()
      } catch (error) {
        if (!(error instanceof LeaseLostError)) onStoreError(error)
      }
      await sleep(busyMs, control.signal)
      if (found === 0) await sleep(pollMs - busyMs, wake.signal)
    }
  }
  const polling = poll()
  const stops = [
    leases.onDead(release),
    store.signals?.on('alerts', () => wake.abort()),
    leases.on('changed', (name) => {
      if (name !== self) return
      // Claimed deliveries may have been released. Read the remaining ones again.
      worker.clear()
      if (leases.isHeld(self)) worker.load().catch(onStoreError)
    }),
  ]
  return async () => {
    control.abort()
    wake.abort()
    for (const stop of stops) stop?.()
    await polling
  }
}

/** Returns the changes that move a delivery, unless another process has already moved it. */
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
