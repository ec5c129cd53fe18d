import type { Alert } from '../alert.ts'
import { type Operation, reduce } from './reduce.ts'
import type { StoredAlerts } from './storedAlerts.ts'

export type Queued = {
  readonly id: string
  readonly operation: Operation
  /** Callbacks of a caller that waits for the change. `reject` is called immediately if the store fails. */
  readonly done?: { resolve(alert: Alert | undefined): void; reject(error: unknown): void }
}

/** Operations to write, in order, and the resulting alerts. */
type Queue = {
  readonly items: readonly Queued[]
  /** Returns an alert after all queued operations. */
  get(id: string): Alert | undefined
  ids(): ReadonlySet<string>
  /** Queues an operation, unless it has no effect. @returns whether it was queued */
  add(queued: Queued): boolean
  /** Replaces the queued operations and applies them to the stored alerts again. */
  replace(items: readonly Queued[]): void
}

export function createQueue(stored: Pick<StoredAlerts, 'get' | 'ids'>): Queue {
  const drafts = new Map<string, Alert | undefined>()
  let items: Queued[] = []
  const get = (id: string) => (drafts.has(id) ? drafts.get(id) : stored.get(id))
  return {
    get items() {
      return items
    },
    get,
    ids: () => new Set([...stored.ids(), ...drafts.keys()]),
    add(queued) {
      const before = get(queued.id)
      const { alert } = reduce(before, queued.operation)
      if (alert === before) {
        queued.done?.resolve(alert)
        return false
      }
      drafts.set(queued.id, alert)
      items.push(queued)
      return true
    },
    replace(next) {
      items = [...next]
      drafts.clear()
      for (const { id, operation } of items) drafts.set(id, reduce(get(id), operation).alert)
    },
  }
}
