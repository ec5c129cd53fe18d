import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import type { Alert } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'
import { addToLog, type ChangeLog, emptyLog, listChanged } from '../sharing/changeLog.ts'

/** The last known state of all stored alerts. */
export type StoredAlerts = {
  get(id: string): Alert | undefined
  ids(): Iterable<string>
  /** Sets the stored state of an alert. */
  set(id: string, alert: Alert | undefined): void
  /** Reads these alerts again. */
  reload(ids: Iterable<string>): Promise<void>
  /** Reads the changes of other processes since the last call. @returns the ids of the changed alerts */
  follow(): Promise<ReadonlySet<string>>
  /** Returns the changes that announce changed alerts to other processes. */
  toLogChanges(ids: readonly string[]): readonly Change[]
}

const logKey = 'log'

/** @param owner name of this process, or null for a single process */
export async function openStoredAlerts(store: Store, owner: string | null): Promise<StoredAlerts> {
  const documents = store.collection<Alert>(collections.alerts)
  const log = store.collection<ChangeLog>(collections.log)
  const readLog = async () => (await log.get(logKey)) ?? emptyLog
  const known = new Map<string, Alert>()
  // The log is read first, so a change between both reads is read twice rather than missed.
  let followed = (await readLog()).total
  for (const { key, value } of await documents.list()) known.set(key, value)

  function set(id: string, alert: Alert | undefined): void {
    if (alert === undefined) known.delete(id)
    else known.set(id, alert)
  }
  const listAll = async () => new Set([...known.keys(), ...(await documents.list()).map(({ key }) => key)])
  return {
    get: (id) => known.get(id),
    ids: () => known.keys(),
    set,
    async reload(ids) {
      for (const id of ids) set(id, await documents.get(id))
    },
    async follow() {
      const now = await readLog()
      if (owner === null || now.total === followed) return new Set()
      const changed = listChanged(now, followed, owner) ?? (await listAll())
      for (const id of changed) {
        const found = await documents.get(id)
        // This process may have written a newer revision meanwhile.
        if (found === undefined || found.revision > (known.get(id)?.revision ?? -1)) set(id, found)
      }
      followed = now.total
      return changed
    },
    toLogChanges(ids) {
      if (owner === null) return []
      const change = (current: unknown) => addToLog(current as ChangeLog | undefined, owner, ids)
      return [{ collection: collections.log, key: logKey, change }]
    },
  }
}
