import { type Events, OutriggerError, type Store, sleep } from '@outrigger/core'
import { type Change, createEmitter, LeaseLostError } from '@outrigger/core/internal'
import type { Alert } from '../alert.ts'
import { collections, type Delivery, type Trigger, toDelivery } from '../delivery/delivery.ts'
import type { Outbox, OutboxPart } from '../delivery/outbox.ts'
import type { Sharing } from '../sharing/sharing.ts'
import { createQueue, type Queued } from './queue.ts'
import { channelsOf, type Operation, reduce } from './reduce.ts'
import { openStoredAlerts, type StoredAlerts } from './storedAlerts.ts'

type Triggered = {
  readonly triggers: readonly Trigger[]
  readonly deliveries: readonly Delivery[]
  readonly isOwn: boolean
}

type BookEvents = {
  /** New triggers, whose notifications are stored in the outbox. */
  readonly triggered: Triggered
  /** Ids of alerts that another process has changed. */
  readonly changed: ReadonlySet<string>
  readonly storeError: unknown
}

/**
 * All alerts of the store. An operation on an alert is written together with its notifications. Operations during a write
 * are written in the next batch.
 */
export type Book = Events<BookEvents> & {
  /** Returns an alert including queued operations. */
  get(id: string): Alert | undefined
  all(): readonly Alert[]
  /** Queues an operation until the store accepts it. Operations without an effect are not written. */
  report(id: string, operation: Operation): void
  /** Applies a user's operation, without retries. @throws {StoreUnavailableError} */
  apply(id: string, operation: Operation): Promise<Alert | undefined>
  /** Whether all operations are stored. */
  readonly isWritten: boolean
  /** Reads the changes of other processes since the last call. */
  follow(): Promise<void>
  /** Resolves once all operations are written, or their last attempt failed. */
  close(): Promise<void>
}

/** Thrown if another process has changed the alert. */
class StaleAlertError extends OutriggerError {
  readonly code = 'STALE_ALERT'
}

const longestPauseMs = 5000

/** Returns true if an operation applies a reading, which only the holder of a lease may do. */
const isReading = (operation: Operation) => operation.type === 'rule' && operation.event.type === 'reading'

type Parts = {
  readonly store: Store
  readonly outbox: Outbox
  /** Division of work between processes. Null for a single process. */
  readonly sharing: Sharing | null
}

export async function openBook({ store, outbox, sharing }: Parts): Promise<Book> {
  const written = await openStoredAlerts(store, sharing?.owner ?? null)
  const queue = createQueue(written)
  const events = createEmitter<BookEvents>()
  const control = new AbortController()
  let writing: Promise<void> | undefined

  function add(queued: Queued): void {
    if (queue.add(queued)) writing ??= write()
  }
  async function write(): Promise<void> {
    // Operations of the same event loop turn are written together.
    await Promise.resolve()
    for (let pauseMs = 100; queue.items.length > 0; ) {
      const batch = [...queue.items]
      try {
        await writeBatch(batch)
        pauseMs = 100
      } catch (error) {
        if (await resolveConflict(error, batch)) continue
        events.emit('storeError', error)
        rejectCallers(batch, error)
        if (control.signal.aborted) break
        await sleep(pauseMs, control.signal)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
    writing = undefined
  }
  /** Rejects the callers of a failed batch. Operations without a caller stay queued. */
  function rejectCallers(batch: readonly Queued[], error: unknown): void {
    for (const { done } of batch) done?.reject(error)
    queue.replace(queue.items.filter(({ done }) => done === undefined || !batch.some((one) => one.done === done)))
  }

  /** Rebuilds the queue after a conflict with another process. Returns false for any other error. */
  async function resolveConflict(error: unknown, batch: readonly Queued[]): Promise<boolean> {
    if (error instanceof StaleAlertError) {
      await written.reload(batch.map(({ id }) => id))
      queue.replace(queue.items)
      return true
    }
    if (!(error instanceof LeaseLostError) || sharing === null) return false
    // The new holder of the lease evaluates these readings.
    queue.replace(queue.items.filter((queued) => !isLost(queued, error.lease)))
    await sharing.refresh()
    return true
  }

  async function writeBatch(batch: readonly Queued[]): Promise<void> {
    const { next, triggers, deliveries, removals } = plan(batch, written)
    const part = outbox.choose(deliveries.length)
    const changes = [
      ...[...next].map(([id, alert]) => toAlertChange(id, written.get(id)?.revision, alert)),
      ...deliveries.map((delivery) => toOutboxChange(delivery, part)),
    ]
    const fences = [...toFences(batch, sharing, queue.get), ...(deliveries.length > 0 ? part.fences() : [])]
    await store.commit([...fences, ...changes, ...removals, ...written.toLogChanges([...next.keys()])])
    if (sharing !== null) store.signals?.send('alerts')
    for (const [id, alert] of next) written.set(id, alert)
    queue.replace(queue.items.slice(batch.length))
    for (const { id, done } of batch) done?.resolve(next.get(id))
    if (triggers.length > 0) events.emit('triggered', { triggers, deliveries, isOwn: part.isOwn })
  }
  const isLost = ({ id, operation }: Queued, lease: string) =>
    isReading(operation) && sharing?.toLease(queue.get(id) ?? { chain: null }) === lease

  return {
    on: events.on,
    get: queue.get,
    all: () => [...queue.ids()].flatMap((id) => queue.get(id) ?? []),
    report: (id, operation) => add({ id, operation }),
    get isWritten() {
      return queue.items.length === 0
    },
    async follow() {
      const changed = await written.follow()
      if (changed.size === 0) return
      queue.replace(queue.items)
      events.emit('changed', changed)
    },
    apply: (id, operation) => new Promise((resolve, reject) => add({ id, operation, done: { resolve, reject } })),
    async close() {
      control.abort()
      await writing
      events.clear()
    },
  }
}

/** Returns the lease checks of a batch, which prevent writes after a lost lease. @throws {LeaseLostError} */
function toFences(batch: readonly Queued[], sharing: Sharing | null, toSubject: (id: string) => Alert | undefined) {
  const subjects = batch.flatMap(({ id, operation }) => (isReading(operation) ? (toSubject(id) ?? []) : []))
  return sharing?.fences(subjects) ?? []
}

/** Computes the alerts after a batch, the new triggers and their notifications, and the documents to delete. */
function plan(batch: readonly Queued[], written: Pick<StoredAlerts, 'get'>) {
  const next = new Map<string, Alert | undefined>()
  const triggers: Trigger[] = []
  const deliveries: Delivery[] = []
  for (const { id, operation } of batch) {
    const { alert, trigger } = reduce(next.has(id) ? next.get(id) : written.get(id), operation)
    next.set(id, alert)
    if (alert === undefined || trigger === null || operation.type !== 'rule') continue
    triggers.push(trigger)
    deliveries.push(...channelsOf(alert).map((channel) => toDelivery(trigger, channel, operation.nowMs)))
  }
  const removals = batch.flatMap(({ operation }) => (operation.type === 'delete' ? operation.removals : []))
  return { next, triggers, deliveries, removals }
}

function toAlertChange(id: string, revision: number | undefined, alert: Alert | undefined): Change {
  const change = (current: unknown) => {
    if ((current as Alert | undefined)?.revision !== revision)
      throw new StaleAlertError(`Another process has changed alert ${id}.`)
    return alert
  }
  return { collection: collections.alerts, key: id, change }
}

const toOutboxChange = (delivery: Delivery, part: OutboxPart): Change => ({
  collection: collections.outbox,
  key: part.toKey(delivery),
  change: (current) => current ?? delivery,
})
