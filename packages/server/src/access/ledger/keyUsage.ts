import type { Store } from '@outrigger/core'
import type { ApiKey } from '../keyring.ts'
import { computeLimits, type TierSettings } from '../tiers.ts'
import { computeMonthBack, computeResetMs, toDay, toMonth } from './calendar.ts'
import { emptyMonth, type MonthUsage, monthsCollection, readUsage, toMonthKey } from './documents.ts'
import { computeProjection } from './projection.ts'

/** The usage of a key in the current month. Times are ISO 8601. A null limit means no limit. */
export type KeyUsage = Pick<ApiKey, 'id' | 'name' | 'tier'> &
  Pick<MonthUsage, 'requests' | 'cu' | 'traceCu'> & {
    readonly limits: { readonly cu: number | null; readonly traceCu: number | null }
    readonly resetAt: string
    readonly projection: { readonly cuPerDay: number; readonly cuAtReset: number; readonly spentAt: string | null }
  }

/** Reads the usage from the store. A running server writes its usage there every 200 ms. */
export async function readKeyUsage(
  store: Store,
  key: ApiKey,
  settings: TierSettings,
  nowMs: number,
): Promise<KeyUsage> {
  const limits = computeLimits(key, settings)
  const month = await store.collection<MonthUsage>(monthsCollection).get(toMonthKey(key.id, toMonth(nowMs)))
  const { requests, cu, traceCu } = month ?? emptyMonth
  const rows = await readUsage(store, key.id, `${computeMonthBack(nowMs, 1)}-01`, toDay(nowMs))
  const { cuPerDay, atReset, spentAtMs } = computeProjection(rows, { used: cu, limit: limits.monthlyCu, nowMs })
  const orNull = (limit: number) => (Number.isFinite(limit) ? limit : null)
  return {
    id: key.id,
    name: key.name,
    tier: key.tier,
    requests,
    cu,
    traceCu,
    limits: { cu: orNull(limits.monthlyCu), traceCu: orNull(limits.monthlyTraceCu) },
    resetAt: new Date(computeResetMs(nowMs)).toISOString(),
    projection: {
      cuPerDay: Math.round(cuPerDay),
      cuAtReset: Math.round(atReset),
      spentAt: spentAtMs === null ? null : new Date(spentAtMs).toISOString(),
    },
  }
}
