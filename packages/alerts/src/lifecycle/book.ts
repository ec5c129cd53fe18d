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
  /** What triggered; its notifications are in the outbox from now on. */
  readonly triggered: Triggered
  /** What another process has changed. */
  readonly changed: ReadonlySet<string>
  readonly storeError: unknown
}

/**
 * All alerts, as the store has them. What happens to one is written together with the notifications it calls for, and what
 * happens during one write goes into the next.
 */
export type Book = Events<BookEvents> & {
  /** With what is about to be written. */
  get(id: string): Alert | undefined
  all(): readonly Alert[]
  /** Of a figure: kept until the store takes it. What changes nothing is not written. */
  tell(id: string, operation: Operation): void
  /** By a person. @throws {StoreUnavailableError} */
  apply(id: string, operation: Operation): Promise<Alert | undefined>
  /** Whether the store holds every reported change. */
  readonly isWritten: boolean
  /** Reads what other processes have changed since it last did. */
  follow(): Promise<void>
  /** Resolves once every reported change is written, or its write was tried once more. */
  close(): Promise<void>
}

/** Another process has changed the alert. */
class StaleAlertError extends OutriggerError {
  readonly code = 'STALE_ALERT'
}

const longestPauseMs = 5000

/** What only the holder of a lease may do. */
const isReading = (operation: Operation) => operation.type === 'rule' && operation.event.type === 'reading'

type Parts = {
  readonly store: Store
  readonly outbox: Outbox
  /** Of several processes on one store; null for the only one. */
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
    // What happens in the same turn is written together.
    await Promise.resolve()
    for (let pauseMs = 100; queue.items.length > 0; ) {
      const batch = [...queue.items]
      try {
        await writeBatch(batch)
        pauseMs = 100
      } catch (error) {
        if (error instanceof StaleAlertError) {
          await written.reload(batch.map(({ id }) => id))
          queue.keep(queue.items)
          continue
        }
        if (error instanceof LeaseLostError && sharing !== null) {
          // Its new holder judges these readings.
          queue.keep(queue.items.filter((queued) => !isLost(queued, error.lease)))
          await sharing.refresh()
          continue
        }
        events.emit('storeError', error)
        for (const { done } of batch) done?.reject(error)
        queue.keep(queue.items.filter(({ done }) => done === undefined || !batch.some((one) => one.done === done)))
        if (control.signal.aborted) break
        await sleep(pauseMs, control.signal)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
    writing = undefined
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
    for (const [id, alert] of next) written.keep(id, alert)
    queue.keep(queue.items.slice(batch.length))
    for (const { id, done } of batch) done?.resolve(next.get(id))
    if (triggers.length > 0) events.emit('triggered', { triggers, deliveries, isOwn: part.isOwn })
  }
  const isLost = ({ id, operation }: Queued, lease: string) =>
    isReading(operation) && sharing?.toLease(queue.get(id) ?? { chain: null }) === lease

  return {
    on: events.on,
    get: queue.get,
    all: () => [...queue.ids()].flatMap((id) => queue.get(id) ?? []),
    tell: (id, operation) => add({ id, operation }),
    get isWritten() {
      return queue.items.length === 0
    },
    async follow() {
      const changed = await written.follow()
      if (changed.size === 0) return
      queue.keep(queue.items)
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

/** What keeps a batch from being written by a process that may not any more. @throws {LeaseLostError} */
function toFences(batch: readonly Queued[], sharing: Sharing | null, toSubject: (id: string) => Alert | undefined) {
  const judged = batch.flatMap(({ id, operation }) => (isReading(operation) ? (toSubject(id) ?? []) : []))
  return sharing?.fences(judged) ?? []
}

/** The alerts after a batch, those that triggered, the notifications they call for, and what goes with those that are deleted. */
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
