import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import type { Alert } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'
import { addToLog, type ChangeLog, emptyLog, listChanged } from '../sharing/changeLog.ts'

/** All alerts as the store last said. */
export type StoredAlerts = {
  get(id: string): Alert | undefined
  ids(): Iterable<string>
  /** It is in the store like this now. */
  keep(id: string, alert: Alert | undefined): void
  /** Reads these anew. */
  reload(ids: Iterable<string>): Promise<void>
  /** Reads what other processes have changed since it last did. @returns their ids */
  follow(): Promise<ReadonlySet<string>>
  /** What announces a change to the others. */
  toLogChanges(ids: readonly string[]): readonly Change[]
}

const logKey = 'log'

/** @param owner name of this process, of several that share the store; null for the only one */
export async function openStoredAlerts(store: Store, owner: string | null): Promise<StoredAlerts> {
  const documents = store.collection<Alert>(collections.alerts)
  const log = store.collection<ChangeLog>(collections.log)
  const readLog = async () => (await log.get(logKey)) ?? emptyLog
  const known = new Map<string, Alert>()
  // The log first: what is changed between the two is read twice then.
  let followed = (await readLog()).total
  for (const { key, value } of await documents.list()) known.set(key, value)

  function keep(id: string, alert: Alert | undefined): void {
    if (alert === undefined) known.delete(id)
    else known.set(id, alert)
  }
  const listAll = async () => new Set([...known.keys(), ...(await documents.list()).map(({ key }) => key)])
  return {
    get: (id) => known.get(id),
    ids: () => known.keys(),
    keep,
    async reload(ids) {
      for (const id of ids) keep(id, await documents.get(id))
    },
    async follow() {
      const now = await readLog()
      if (owner === null || now.total === followed) return new Set()
      const changed = listChanged(now, followed, owner) ?? (await listAll())
      for (const id of changed) {
        const found = await documents.get(id)
        // What was written here meanwhile is newer.
        if (found === undefined || found.revision > (known.get(id)?.revision ?? -1)) keep(id, found)
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
