import { type Alert, getStoredAlerts } from '@outrigger/alerts'
import type { Store } from '@outrigger/core'
import { toAlertEventRows, toAlertRows } from '../../rows/alerts.ts'
import type { Table } from '../../rows/schema.ts'

const readStored = (toRows: (alerts: readonly Alert[]) => Table) =>
  async function* read(store: Store): AsyncGenerator<Table> {
    yield toRows(await getStoredAlerts(store))
  }

export const readAlerts = readStored(toAlertRows)
export const readAlertEvents = readStored(toAlertEventRows)
