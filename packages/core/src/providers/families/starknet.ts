import { classifyRpcError, isStatusDecisive } from '../wire/classify.ts'
import type { FamilyProtocol } from './familyTypes.ts'
import { toTimes } from './shownTimes.ts'
import { toHeight } from './toHeight.ts'

// starknet-specs, api/starknet_api_openrpc.json.
const blockNotFound = 24
const transactionNotFound = 29

/** The interface of Starknet: JSON-RPC. */
export const starknetProtocol: FamilyProtocol = {
  rpc: {
    head: async (client) => BigInt((await client.rpc('starknet_blockNumber')) as number),
    headIn(request, result) {
      if (!('method' in request)) return null
      const { method, params } = request
      if (method === 'starknet_blockNumber') return toHeight(result)
      const isLatest = method.startsWith('starknet_getBlockWith') && (params as readonly unknown[])[0] === 'latest'
      return isLatest ? toHeight((result as { readonly block_number?: number } | null)?.block_number) : null
    },
    timesIn: (result) => toTimes([result], ['timestamp'], ['block_number']),
    network: async (client) => String(await client.rpc('starknet_chainId')),
    rpcErrors(error, status) {
      if (isStatusDecisive(status, error)) return undefined
      if (error.code === blockNotFound || error.code === transactionNotFound) return 'empty'
      // Errors of the chain itself have small codes.
      return error.code > 0 && error.code < 100 ? 'answer' : classifyRpcError(error)
    },
  },
}
