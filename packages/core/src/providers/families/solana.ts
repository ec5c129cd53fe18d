import type { FailureKind } from '../errors.ts'
import { classifyRpcError, isStatusDecisive } from '../wire/classify.ts'
import type { FamilyProtocol } from './familyTypes.ts'
import { toRows, toTimes } from './shownTimes.ts'
import { toHeight } from './toHeight.ts'

/**
 * Meaning of the error codes of Agave (rpc-client-api/src/custom_error.rs), which differ from those of EVM nodes.
 * Most describe the state of one node, so another node is called. This includes a slot that is "skipped, or missing".
 */
const errors: ReadonlyMap<number, FailureKind> = new Map([
  // Block cleaned up: the node keeps only newer blocks.
  [-32001, 'doubtful'],
  // Block not available yet. Some providers also send this for skipped slots.
  [-32004, 'doubtful'],
  // Node unhealthy: behind its cluster.
  [-32005, 'lagging'],
  // Slot skipped, or missing due to a ledger jump.
  [-32007, 'empty'],
  // Slot skipped, or missing in long-term storage.
  [-32009, 'empty'],
  // The node has no index of this key, or no transaction history.
  [-32010, 'unsupported'],
  [-32011, 'unsupported'],
  // Block status not available yet.
  [-32014, 'doubtful'],
  // Transaction version above maxSupportedTransactionVersion: every node answers this.
  [-32015, 'answer'],
  // Minimum context slot not reached.
  [-32016, 'lagging'],
])

/** The commitment at which heads are compared. A finalized head is about thirty slots older. */
const confirmed = { commitment: 'confirmed' }
const isConfirmed = (params: unknown) =>
  Array.isArray(params) && (params[0] as Partial<typeof confirmed> | undefined)?.commitment === confirmed.commitment

/** The interface of Solana: JSON-RPC. */
export const solanaProtocol: FamilyProtocol = {
  rpc: {
    head: async (client) => BigInt((await client.rpc('getSlot', [confirmed])) as number),
    headIn: (request, result) =>
      'method' in request && request.method === 'getSlot' && isConfirmed(request.params) ? toHeight(result) : null,
    timesIn: (result) => toTimes(toRows(result), ['blockTime'], ['slot', 'blockHeight']),
    network: async (client) => String(await client.rpc('getGenesisHash')),
    rpcErrors(error, status) {
      if (isStatusDecisive(status, error)) return undefined
      return errors.get(error.code) ?? classifyRpcError(error)
    },
  },
}
