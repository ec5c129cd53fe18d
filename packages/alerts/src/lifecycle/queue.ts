import type { Alert } from '../alert.ts'
import { type Operation, reduce } from './reduce.ts'
import type { StoredAlerts } from './storedAlerts.ts'

export type Queued = {
  readonly id: string
  readonly operation: Operation
  /** Set where a caller waits for the change: rejected at once when the store fails. */
  readonly done?: { resolve(alert: Alert | undefined): void; reject(error: unknown): void }
}

/** What is to be written, in order, and the alerts as they will be then. */
export type Queue = {
  readonly items: readonly Queued[]
  /** An alert after all that is queued. */
  get(id: string): Alert | undefined
  ids(): ReadonlySet<string>
  /** What changes nothing is not queued. @returns whether it is */
  add(queued: Queued): boolean
  /** Keeps some of what is queued, on what the store says now. */
  keep(items: readonly Queued[]): void
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
    keep(next) {
      items = [...next]
      drafts.clear()
      for (const { id, operation } of items) drafts.set(id, reduce(get(id), operation).alert)
    },
  }
}
