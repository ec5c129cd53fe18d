import { OutriggerError } from '@outrigger/core'
import { maxLagSlots } from '@outrigger/core/internal'
import type { ValidatorCounts } from '../beaconStatus.ts'
import { computeValidatorCounts } from '../compute/status.ts'

/** A field of a response differs from the beacon API's definition. */
class BeaconFieldError extends OutriggerError {
  readonly code = 'BEACON_FIELD'
  constructor(field: string, expected: string) {
    super(`${field} is not ${expected}. Check that the endpoint is a beacon node.`)
  }
}

export type Network = { readonly name: string; readonly slotsPerEpoch: number }
/** Response metadata of the beacon API. Older clients omit it. */
export type Trust = { readonly execution_optimistic?: unknown }
type Checkpoint = { readonly epoch: unknown }

/** Decodes `GET /eth/v1/config/spec`. */
export function decodeSpec(spec: { readonly CONFIG_NAME?: unknown; readonly SLOTS_PER_EPOCH: unknown }): Network {
  const slotsPerEpoch = decodeInteger('SLOTS_PER_EPOCH', spec.SLOTS_PER_EPOCH)
  if (slotsPerEpoch === 0) throw new BeaconFieldError('SLOTS_PER_EPOCH', 'positive')
  const { CONFIG_NAME: name = 'unknown' } = spec
  if (typeof name !== 'string') throw new BeaconFieldError('CONFIG_NAME', 'a string')
  return { name, slotsPerEpoch }
}

/** Decodes `GET /eth/v1/node/syncing`. Older clients send neither `is_optimistic` nor `el_offline`. */
export function decodeSyncing(node: {
  readonly sync_distance: unknown
  readonly is_syncing: unknown
  readonly is_optimistic?: unknown
  readonly el_offline?: unknown
}) {
  if (typeof node.is_syncing !== 'boolean') throw new BeaconFieldError('is_syncing', 'a boolean')
  const syncDistance = decodeInteger('sync_distance', node.sync_distance)
  return {
    // Without peers some clients report that they are not syncing, however far behind they are.
    isSyncing: node.is_syncing || syncDistance > maxLagSlots,
    // Without an execution client the head is not verified.
    isOptimistic: node.is_optimistic === true || node.el_offline === true,
    syncDistance,
  }
}

/** Decodes `GET /eth/v1/beacon/headers/{block}`. */
export function decodeHeader(
  { header }: { readonly header: { readonly message: { readonly slot: unknown } } },
  { execution_optimistic: isOptimistic }: Trust = {},
) {
  return { slot: decodeInteger('slot', header.message.slot), isOptimistic: isOptimistic === true }
}

/** Decodes `GET /eth/v1/beacon/states/{state}/finality_checkpoints`. */
export function decodeFinality(finality: { readonly finalized: Checkpoint; readonly current_justified: Checkpoint }) {
  return {
    finalizedEpoch: decodeInteger('finalized epoch', finality.finalized.epoch),
    justifiedEpoch: decodeInteger('justified epoch', finality.current_justified.epoch),
  }
}

/** Decodes `GET /eth/v1/beacon/states/{state}/validator_count`. */
export function decodeValidatorCounts(
  counts: readonly { readonly status: string; readonly count: unknown }[],
): ValidatorCounts {
  const validators = computeValidatorCounts(
    counts.map(({ status, count }) => ({ status, count: decodeInteger('count', count) })),
  )
  // A chain without validators has no head.
  if (validators.total === 0) throw new BeaconFieldError('The count of validators', 'positive')
  return validators
}

/** Returns the length of the list in `GET /eth/v1/beacon/states/{state}/validators`. */
export function decodeLength(list: unknown): number {
  if (!Array.isArray(list)) throw new BeaconFieldError('The list of validators', 'an array')
  return list.length
}

/** Counts the active validators in `GET /eth/v1/beacon/states/{state}/committees`. */
export function decodeCommittees(committees: readonly { readonly validators: unknown }[]): number {
  const active = committees.reduce((sum, { validators }) => sum + decodeLength(validators), 0)
  if (active === 0) throw new BeaconFieldError('The count of active validators', 'positive')
  return active
}

/** Decodes an integer. The standard encodes integers as decimal strings, but some clients and proxies send numbers. */
function decodeInteger(field: string, value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw new BeaconFieldError(field, 'a decimal integer')
  return Number(text)
}
