import type { ValidatorCounts } from '../beaconStatus.ts'
import { decodeCommittees, decodeLength, decodeValidatorCounts, type Trust } from './answers.ts'

/** Data of a GET on the beacon API; `decode` throws at an endpoint that is to be passed over for its answer. */
export type BeaconGet = <raw, data>(path: string, decode: (raw: raw, trust?: Trust) => data) => Promise<data>

const state = '/eth/v1/beacon/states/head'

/** One small answer: an extension some clients serve (Prysm, and gateways after it). */
export async function getValidatorCounts(get: BeaconGet): Promise<ValidatorCounts> {
  return get(`${state}/validator_count`, decodeValidatorCounts)
}

/**
 * The same from the standard API. The full list of validators is hundreds of megabytes on mainnet, so it is never asked
 * for: every active validator sits in exactly one committee an epoch, and the lists of those who wait are short.
 */
export async function getValidatorCountsByCommittees(get: BeaconGet): Promise<ValidatorCounts> {
  const [pending, exiting, active] = await Promise.all([
    get(`${state}/validators?status=pending_initialized,pending_queued`, decodeLength),
    get(`${state}/validators?status=active_exiting,active_slashed`, decodeLength),
    get(`${state}/committees`, decodeCommittees),
  ])
  return { total: active + pending, pending, exiting }
}
