import { BaseError, type Clock, type EndpointRole, type RestPool } from '@outrigger/core'
import { createOptionalRead } from '../../lasting/optionalRead.ts'
import type { BeaconStatus, ValidatorCounts } from '../beaconStatus.ts'
import { classifySync } from '../compute/status.ts'
import { type BeaconGet, getValidatorCounts, getValidatorCountsByCommittees } from './validators.ts'

export type BeaconValue = Pick<BeaconStatus, 'syncStatus' | 'syncDistance' | 'slot' | 'validators' | 'network'>
export type BeaconReading = { readonly value: BeaconValue; readonly source: EndpointRole }

/** A node answered, but not as the beacon API does. */
export class BeaconAnswerError extends BaseError {
  readonly code = 'BEACON_ANSWER'
  constructor(path: string) {
    super(`The answer to ${path} is not one of the standard beacon API. Check that the endpoint is a beacon node.`)
  }
}

type NodeSyncing = {
  readonly sync_distance: string
  readonly is_syncing: boolean
  readonly is_optimistic?: boolean
}
type Checkpoint = { readonly epoch: string }
type Finality = { readonly finalized: Checkpoint; readonly current_justified: Checkpoint }
type Header = { readonly header: { readonly message: { readonly slot: string } } }
type Spec = { readonly CONFIG_NAME?: string; readonly SLOTS_PER_EPOCH: string }

/**
 * A reader of the chain's status, to be asked again and again: the network's parameters are read once and the
 * validators counted once an epoch, which is as often as they change.
 */
export function createBeaconReader(pool: RestPool, clock: Clock): () => Promise<BeaconReading> {
  const countQuickly = createOptionalRead(getValidatorCounts, { clock })
  let network: Spec | undefined
  let counted: { readonly epoch: number; readonly validators: ValidatorCounts } | undefined

  return async () => {
    let source: EndpointRole = 'primary'
    const get: BeaconGet = async <data>(path: string) => {
      const { result, role } = await pool.get<{ readonly data?: data } | null>(path)
      if (role === 'backup') source = role
      if (result?.data === undefined) throw new BeaconAnswerError(path)
      return result.data
    }
    network ??= await get<Spec>('/eth/v1/config/spec')
    const [syncing, { header }, finality] = await Promise.all([
      get<NodeSyncing>('/eth/v1/node/syncing'),
      get<Header>('/eth/v1/beacon/headers/head'),
      get<Finality>('/eth/v1/beacon/states/head/finality_checkpoints'),
    ])
    const slot = toNumber('headers/head', header.message.slot)
    const epoch = Math.floor(slot / toNumber('config/spec', network.SLOTS_PER_EPOCH))
    if (counted?.epoch !== epoch)
      counted = { epoch, validators: (await countQuickly(get)) ?? (await getValidatorCountsByCommittees(get)) }
    const value = {
      syncStatus: classifySync({ isSyncing: syncing.is_syncing, isOptimistic: syncing.is_optimistic === true }),
      syncDistance: toNumber('node/syncing', syncing.sync_distance),
      slot: {
        slot,
        epoch,
        finalizedEpoch: toNumber('finality_checkpoints', finality.finalized.epoch),
        justifiedEpoch: toNumber('finality_checkpoints', finality.current_justified.epoch),
      },
      validators: counted.validators,
      network: network.CONFIG_NAME ?? 'unknown',
    }
    return { value, source }
  }
}

/** The standard writes integers as decimal strings. @throws {BeaconAnswerError} */
function toNumber(path: string, text: unknown): number {
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) throw new BeaconAnswerError(path)
  return Number(text)
}
