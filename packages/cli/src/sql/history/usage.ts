import type { Store } from '@outrigger/core'
import { createKeyring } from '@outrigger/server'
import { readUsage } from '@outrigger/server/internal'
import type { Table } from '../../rows/schema.ts'
import { toUsageRows } from '../../rows/usage.ts'

/** Usage of every key, also of revoked ones. The keyring leaves out secrets and their hashes. */
export async function* readKeyUsages(store: Store): AsyncGenerator<Table> {
  await using keyring = createKeyring(store)
  const today = new Date().toISOString().slice(0, 10)
  for (const key of await keyring.list())
    yield toUsageRows(key, await readUsage(store, key.id, key.createdAt.slice(0, 10), today))
}
