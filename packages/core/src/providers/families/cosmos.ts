import { EndpointError } from '../errors.ts'
import type { EndpointClient, FamilyProtocol, FamilyRequest, ShownTime } from './familyTypes.ts'
import { pluck, toTimes } from './shownTimes.ts'
import { toHeight } from './toHeight.ts'

type Block = { readonly block: { readonly header: { readonly height: string; readonly chain_id: string } } }
type Status = {
  readonly node_info: { readonly network: string }
  readonly sync_info: { readonly latest_block_height: string }
}

const absentWords = /not found|must be less than or equal to|could not find|no such/i
/** Messages of a pruned node. Another node may have the data. */
const prunedWords = /lowest height is|is not available/i

const latest = '/cosmos/base/tendermint/v1beta1/blocks/latest'
const readLatest = (get: (path: string) => Promise<unknown>) => get(latest) as Promise<Block>

const heightIn = (result: unknown) => toHeight((result as Partial<Block> | null)?.block?.header?.height)

/** Returns the head that a CometBFT answer shows: the node's status, or the newest block. */
function toNodeHead(request: FamilyRequest, result: unknown): bigint | null {
  if (!('method' in request)) return null
  const { method, params } = request
  if (method === 'status') return toHeight((result as Partial<Status> | null)?.sync_info?.latest_block_height)
  const isNewest = method === 'block' && Object.keys(params ?? {}).length === 0
  return isNewest ? heightIn(result) : null
}

/** Returns the times of blocks, of a node's status, and of transactions (REST only). */
function timesIn(result: unknown): readonly ShownTime[] {
  return [
    ...toTimes(pluck(pluck([result], 'block'), 'header'), ['time'], ['height']),
    ...toTimes(pluck([result], 'tx_response', 'tx_responses'), ['timestamp'], ['height']),
    ...toTimes(pluck([result], 'sync_info'), ['latest_block_time'], ['latest_block_height']),
  ]
}

/** Reads the status by POST, or by GET from providers that support only GET. */
async function readStatus(client: EndpointClient): Promise<Status> {
  try {
    return (await client.rpc('status')) as Status
  } catch (error) {
    if (!(error instanceof EndpointError) || error.kind !== 'unsupported') throw error
    const { result } = (await client.get('/status')) as { readonly result?: Status }
    if (result === undefined) throw error
    return result
  }
}

/** The interfaces of Cosmos chains: REST (LCD) of the Cosmos SDK and JSON-RPC of CometBFT. */
export const cosmosProtocol: FamilyProtocol = {
  lcd: {
    head: async (client) => BigInt((await readLatest(client.get)).block.header.height),
    headIn: (request, result) => ('path' in request && request.path === latest ? heightIn(result) : null),
    timesIn,
    network: async (client) => (await readLatest(client.get)).block.header.chain_id,
    restErrors(status, body) {
      if (status === 501) return 'unsupported'
      if (prunedWords.test(body)) return 'doubtful'
      if (status === 404 || absentWords.test(body)) return 'empty'
      return status >= 500 ? 'broken' : 'answer'
    },
  },
  cometbft: {
    head: async (client) => BigInt((await readStatus(client)).sync_info.latest_block_height),
    headIn: toNodeHead,
    timesIn,
    network: async (client) => (await readStatus(client)).node_info.network,
    // The reason is in the data. The message is always "Internal error".
    rpcErrors({ code, message, data }, status) {
      if ([401, 403, 429, 502, 503, 504].includes(status)) return undefined
      const words = `${message} ${String(data ?? '')}`
      if (code === -32601) return 'unsupported'
      if (prunedWords.test(words)) return 'doubtful'
      if (absentWords.test(words)) return 'empty'
      return code === -32603 ? 'broken' : 'answer'
    },
  },
}
