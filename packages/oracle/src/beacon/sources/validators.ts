import type { ValidatorCounts } from '../beaconStatus.ts'
import { decodeCommittees, decodeLength, decodeValidatorCounts, type Trust } from './answers.ts'

/** Requests a path of the beacon API. If `decode` throws, the endpoint is skipped. */
export type BeaconGet = <raw, data>(path: string, decode: (raw: raw, trust?: Trust) => data) => Promise<data>

const state = '/eth/v1/beacon/states/head'

/** Reads validator counts with one small request. Only some clients support it (Prysm, and gateways in front of it). */
export async function getValidatorCounts(get: BeaconGet): Promise<ValidatorCounts> {
  return get(`${state}/validator_count`, decodeValidatorCounts)
}

/**
 * Counts validators with the standard API. The full validator list is hundreds of megabytes on mainnet, so this
 * counts committee members instead. Every active validator is in exactly one committee per epoch. The lists of
 * pending and exiting validators are short.
 */
export async function getValidatorCountsByCommittees(get: BeaconGet): Promise<ValidatorCounts> {
  const [pending, exiting, active] = await Promise.all([
    get(`${state}/validators?status=pending_initialized,pending_queued`, decodeLength),
    get(`${state}/validators?status=active_exiting,active_slashed`, decodeLength),
    get(`${state}/committees`, decodeCommittees),
  ])
  return { total: active + pending, pending, exiting }
}
