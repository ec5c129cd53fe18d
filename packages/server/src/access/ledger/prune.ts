import type { Clock, Store } from '@outrigger/core'
import { computeMonthBack, keptMonths } from './calendar.ts'
import { type DayDocument, daysCollection, type MonthUsage, monthsCollection } from './documents.ts'

// Yields to other work after this many months.
const monthsAtOnce = 50

/** Deletes usage that is older than 13 months. Months sort by time, so it reads only outdated ones. */
export async function pruneUsage(store: Store, clock: Clock): Promise<void> {
  const firstKept = computeMonthBack(clock.now(), keptMonths)
  const months = store.collection<MonthUsage>(monthsCollection)
  const days = store.collection<DayDocument>(daysCollection)
  for (;;) {
    const oldest = await months.list({ limit: monthsAtOnce })
    const outdated = oldest.filter(({ key }) => key < firstKept)
    if (outdated.length === 0) return
    for (const { key } of outdated) {
      const month = key.slice(0, 7)
      const own = await days.list({ prefix: `${key.slice(8)}/${month}` })
      const remove = (collection: string) => (name: string) => ({ collection, key: name, change: () => undefined })
      await store.commit([...own.map((day) => day.key).map(remove(daysCollection)), remove(monthsCollection)(key)], {
        durable: false,
      })
    }
  }
}
