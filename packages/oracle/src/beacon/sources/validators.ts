import type { ValidatorCounts } from '../beaconStatus.ts'
import { computeValidatorCounts, type StatusCount } from '../compute/status.ts'

/** Data of a GET on the beacon API. */
export type BeaconGet = <data>(path: string) => Promise<data>

const state = '/eth/v1/beacon/states/head'

/** One small answer: an extension some clients serve (Prysm, and gateways after it). */
export async function getValidatorCounts(get: BeaconGet): Promise<ValidatorCounts> {
  return computeValidatorCounts(await get<readonly StatusCount[]>(`${state}/validator_count`))
}

/**
 * The same from the standard API. The full list of validators is hundreds of megabytes on mainnet, so it is never asked
 * for: every active validator sits in exactly one committee an epoch, and the lists of those who wait are short.
 */
export async function getValidatorCountsByCommittees(get: BeaconGet): Promise<ValidatorCounts> {
  const [pending, exiting, committees] = await Promise.all([
    get<readonly unknown[]>(`${state}/validators?status=pending_initialized,pending_queued`),
    get<readonly unknown[]>(`${state}/validators?status=active_exiting,active_slashed`),
    get<readonly { readonly validators: readonly string[] }[]>(`${state}/committees`),
  ])
  const active = committees.reduce((sum, { validators }) => sum + validators.length, 0)
  return { total: active + pending.length, pending: pending.length, exiting: exiting.length }
}
