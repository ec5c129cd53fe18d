import type { Store } from '@outrigger/core'
import type { Alert } from '../alert.ts'
import { collections } from '../delivery/delivery.ts'

/**
 * Returns the alerts of a store by id. A node may be running on it.
 *
 * @example
 * const triggered = (await getStoredAlerts(store)).filter(({ state }) => state.status === 'active')
 */
export async function getStoredAlerts(store: Store): Promise<readonly Alert[]> {
  return (await store.collection<Alert>(collections.alerts).list()).map(({ value }) => value)
}
