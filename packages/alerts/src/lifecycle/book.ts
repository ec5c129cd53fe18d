import { type Events, OutriggerError, type Store, sleep } from '@outrigger/core'
import { type Change, createEmitter } from '@outrigger/core/internal'
import type { Alert } from '../alert.ts'
import { collections, type Delivery, toDeliveryKey } from '../delivery/delivery.ts'
import { type Operation, reduce } from './reduce.ts'

type Queued = {
  readonly id: string
  readonly operation: Operation
  /** Set where a caller waits for the change: rejected at once when the store fails. */
  readonly done?: { resolve(alert: Alert | undefined): void; reject(error: unknown): void }
}

type BookEvents = {
  /** Notifications that are in the outbox from now on. */
  readonly outbox: readonly Delivery[]
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
  /** Resolves once what was told is written, or tried once more. */
  close(): Promise<void>
}

/** Another process has changed the alert. */
class StaleAlertError extends OutriggerError {
  readonly code = 'STALE_ALERT'
}

const longestPauseMs = 5000

export async function openBook(store: Store): Promise<Book> {
  const documents = store.collection<Alert>(collections.alerts)
  const written = new Map<string, Alert>()
  for (const { key, value } of await documents.list()) written.set(key, value)
  /** Alerts after all that is queued. */
  const drafts = new Map<string, Alert | undefined>()
  let queue: Queued[] = []
  const events = createEmitter<BookEvents>()
  const control = new AbortController()
  let isWriting = false
  let writing: Promise<void> | undefined

  const get = (id: string) => (drafts.has(id) ? drafts.get(id) : written.get(id))
  function add(queued: Queued): void {
    const before = get(queued.id)
    const { alert } = reduce(before, queued.operation)
    if (alert === before) {
      queued.done?.resolve(alert)
      return
    }
    drafts.set(queued.id, alert)
    queue.push(queued)
    if (!isWriting) writing = write()
  }
  function setQueue(next: Queued[]): void {
    queue = next
    drafts.clear()
    for (const { id, operation } of queue) drafts.set(id, reduce(get(id), operation).alert)
  }
  async function write(): Promise<void> {
    isWriting = true
    // What happens in the same turn is written together.
    await Promise.resolve()
    for (let pauseMs = 100; queue.length > 0; ) {
      const batch = queue.slice()
      try {
        await writeBatch(batch)
        pauseMs = 100
      } catch (error) {
        if (error instanceof StaleAlertError) {
          await reload(batch)
          continue
        }
        events.emit('storeError', error)
        for (const { done } of batch) done?.reject(error)
        setQueue(queue.filter(({ done }) => done === undefined || !batch.some((one) => one.done === done)))
        if (control.signal.aborted) break
        await sleep(pauseMs, control.signal)
        pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      }
    }
    isWriting = false
  }
  async function writeBatch(batch: readonly Queued[]): Promise<void> {
    const { next, deliveries, changes } = plan(batch, written)
    await store.commit(changes)
    for (const [id, alert] of next) keep(written, id, alert)
    setQueue(queue.slice(batch.length))
    for (const { id, done } of batch) done?.resolve(next.get(id))
    if (deliveries.length > 0) events.emit('outbox', deliveries)
  }
  async function reload(batch: readonly Queued[]): Promise<void> {
    for (const { id } of batch) keep(written, id, await documents.get(id))
    setQueue(queue)
  }

  return {
    on: events.on,
    get,
    all: () => [...new Set([...written.keys(), ...drafts.keys()])].flatMap((id) => get(id) ?? []),
    tell: (id, operation) => add({ id, operation }),
    apply: (id, operation) => new Promise((resolve, reject) => add({ id, operation, done: { resolve, reject } })),
    async close() {
      control.abort()
      await writing
      events.clear()
    },
  }
}

function keep(written: Map<string, Alert>, id: string, alert: Alert | undefined): void {
  if (alert === undefined) written.delete(id)
  else written.set(id, alert)
}

/** The alerts after a batch, and all that is to be written with them. */
function plan(batch: readonly Queued[], written: ReadonlyMap<string, Alert>) {
  const next = new Map<string, Alert | undefined>()
  const deliveries: Delivery[] = []
  for (const { id, operation } of batch) {
    const reduced = reduce(next.has(id) ? next.get(id) : written.get(id), operation)
    next.set(id, reduced.alert)
    deliveries.push(...reduced.deliveries)
  }
  const changes = [
    ...[...next].map(([id, alert]) => toAlertChange(id, written.get(id)?.revision, alert)),
    ...deliveries.map(toOutboxChange),
  ]
  return { next, deliveries, changes }
}

function toAlertChange(id: string, revision: number | undefined, alert: Alert | undefined): Change {
  const change = (current: unknown) => {
    if ((current as Alert | undefined)?.revision !== revision)
      throw new StaleAlertError(`Another process has changed alert ${id}.`)
    return alert
  }
  return { collection: collections.alerts, key: id, change }
}

const toOutboxChange = (delivery: Delivery): Change => ({
  collection: collections.outbox,
  key: toDeliveryKey(delivery),
  change: (current) => current ?? delivery,
})
