import { classifyRpcError, isStatusDecisive } from '../wire/classify.ts'
import type { FamilyProtocol } from './familyTypes.ts'
import { toHeight } from './toHeight.ts'

// rpc-client-api/src/custom_error.rs of Agave.
const slotSkipped = -32007
const longTermStorageSlotSkipped = -32009
const nodeUnhealthy = -32005
const blockNotAvailable = -32004

/** Heads of one commitment are compared: a finalized one is some thirty slots older. */
const confirmed = { commitment: 'confirmed' }
const isConfirmed = (params: unknown) =>
  Array.isArray(params) && (params[0] as Partial<typeof confirmed> | undefined)?.commitment === confirmed.commitment

/** Solana's JSON-RPC. */
export const solanaProtocol: FamilyProtocol = {
  rpc: {
    head: async (ask) => BigInt((await ask.rpc('getSlot', [confirmed])) as number),
    headIn: (request, result) =>
      'method' in request && request.method === 'getSlot' && isConfirmed(request.params) ? toHeight(result) : null,
    network: async (ask) => String(await ask.rpc('getGenesisHash')),
    rpcErrors(error, status) {
      if (isStatusDecisive(status, error)) return undefined
      if (error.code === slotSkipped || error.code === longTermStorageSlotSkipped) return 'empty'
      if (error.code === nodeUnhealthy) return 'lagging'
      return error.code === blockNotAvailable ? 'doubtful' : classifyRpcError(error)
    },
  },
}
