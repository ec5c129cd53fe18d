import type { SyncStatus, ValidatorCounts } from '../beaconStatus.ts'

export function classifySync(node: { readonly isSyncing: boolean; readonly isOptimistic: boolean }): SyncStatus {
  return node.isSyncing ? 'syncing' : node.isOptimistic ? 'optimistic' : 'synced'
}

/** An entry of `GET /eth/v1/beacon/states/{state}/validator_count`. */
type StatusCount = { readonly status: string; readonly count: number }

/** Sums the beacon API's counts per status (`active_exiting`, `pending_queued`, …). */
export function computeValidatorCounts(counts: readonly StatusCount[]): ValidatorCounts {
  const sum = (...statuses: readonly string[]) =>
    counts.filter(({ status }) => statuses.includes(status)).reduce((total, { count }) => total + count, 0)
  const pending = sum('pending_initialized', 'pending_queued')
  // A slashed validator is exiting as well.
  const exiting = sum('active_exiting', 'active_slashed')
  return { total: pending + exiting + sum('active_ongoing'), pending, exiting }
}
