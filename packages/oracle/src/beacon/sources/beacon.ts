import { type Clock, OutriggerError, type RestPool } from '@outrigger/core'
import type { EndpointRole } from '@outrigger/core/internal'
import { createOptionalRead } from '../../staleWhileRevalidate/optionalRead.ts'
import type { BeaconStatus, ValidatorCounts } from '../beaconStatus.ts'
import { classifySync } from '../compute/status.ts'
import { decodeFinality, decodeHeader, decodeSpec, decodeSyncing, type Network, type Trust } from './answers.ts'
import { type BeaconGet, getValidatorCounts, getValidatorCountsByCommittees } from './validators.ts'

type BeaconValue = Pick<BeaconStatus, 'syncStatus' | 'syncDistance' | 'slot' | 'validators' | 'network'>
type BeaconReading = { readonly value: BeaconValue; readonly source: EndpointRole }

/**
 * Thrown if a response does not follow the standard beacon API. The endpoint counts as failed. Check that it is a
 * beacon node.
 */
export class BeaconAnswerError extends OutriggerError {
  readonly code = 'BEACON_ANSWER'
  constructor(path: string, cause?: unknown) {
    super(`The answer to ${path} is not one of the standard beacon API. Check that the endpoint is a beacon node.`, {
      cause,
    })
  }
}

/**
 * Creates a reader of the chain's status. It reads the network's parameters once, and counts validators once per
 * epoch because the counts change no faster. Endpoints with malformed responses are skipped.
 */
export function createBeaconReader(pool: RestPool, clock: Clock): () => Promise<BeaconReading> {
  const countQuickly = createOptionalRead(getValidatorCounts, { clock })
  let network: Network | undefined
  let counted: { readonly epoch: number; readonly validators: ValidatorCounts } | undefined

  return async () => {
    let source: EndpointRole = 'primary'
    const get: BeaconGet = async (path, decode) => {
      const read = (body: Trust & { readonly data: Parameters<typeof decode>[0] }) => {
        try {
          return decode(body.data, body)
        } catch (cause) {
          throw new BeaconAnswerError(path, cause)
        }
      }
      const { result, role } = await pool.get(path, { accept: read })
      if (role === 'backup') source = role
      return read(result)
    }
    network ??= await get('/eth/v1/config/spec', decodeSpec)
    const [syncing, { slot, isOptimistic }, finality] = await Promise.all([
      get('/eth/v1/node/syncing', decodeSyncing),
      get('/eth/v1/beacon/headers/head', decodeHeader),
      get('/eth/v1/beacon/states/head/finality_checkpoints', decodeFinality),
    ])
    const epoch = Math.floor(slot / network.slotsPerEpoch)
    if (counted?.epoch !== epoch)
      counted = { epoch, validators: (await countQuickly(get)) ?? (await getValidatorCountsByCommittees(get)) }
    const { syncDistance } = syncing
    const value = {
      syncStatus: classifySync({ ...syncing, isOptimistic: isOptimistic || syncing.isOptimistic }),
      syncDistance,
      slot: { slot, epoch, ...finality },
      validators: counted.validators,
      network: network.name,
    }
    return { value, source }
  }
}
