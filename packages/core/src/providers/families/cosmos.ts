import { EndpointError } from '../errors.ts'
import type { Ask, FamilyProtocol, FamilyRequest, ShownTime } from './familyTypes.ts'
import { pluck, toTimes } from './shownTimes.ts'
import { toHeight } from './toHeight.ts'

type Block = { readonly block: { readonly header: { readonly height: string; readonly chain_id: string } } }
type Status = {
  readonly node_info: { readonly network: string }
  readonly sync_info: { readonly latest_block_height: string }
}

const absentWords = /not found|must be less than or equal to|could not find|no such/i
/** A pruned node: another may have it. */
const prunedWords = /lowest height is|is not available/i

const latest = '/cosmos/base/tendermint/v1beta1/blocks/latest'
const readLatest = (get: (path: string) => Promise<unknown>) => get(latest) as Promise<Block>

const heightIn = (result: unknown) => toHeight((result as Partial<Block> | null)?.block?.header?.height)

/** Of CometBFT's answers those about itself, and the newest block. */
function toNodeHead(request: FamilyRequest, result: unknown): bigint | null {
  if (!('method' in request)) return null
  const { method, params } = request
  if (method === 'status') return toHeight((result as Partial<Status> | null)?.sync_info?.latest_block_height)
  const isNewest = method === 'block' && Object.keys(params ?? {}).length === 0
  return isNewest ? heightIn(result) : null
}

/** Of blocks, of transactions, which REST alone shows the time of, and of a node's status. */
function timesIn(result: unknown): readonly ShownTime[] {
  return [
    ...toTimes(pluck(pluck([result], 'block'), 'header'), ['time'], ['height']),
    ...toTimes(pluck([result], 'tx_response', 'tx_responses'), ['timestamp'], ['height']),
    ...toTimes(pluck([result], 'sync_info'), ['latest_block_time'], ['latest_block_height']),
  ]
}

/** By POST; some providers have GET alone. */
async function readStatus(ask: Ask): Promise<Status> {
  try {
    return (await ask.rpc('status')) as Status
  } catch (error) {
    if (!(error instanceof EndpointError) || error.kind !== 'unsupported') throw error
    const { result } = (await ask.get('/status')) as { readonly result?: Status }
    if (result === undefined) throw error
    return result
  }
}

/** The Cosmos SDK's REST (LCD) and CometBFT's JSON-RPC. */
export const cosmosProtocol: FamilyProtocol = {
  lcd: {
    head: async (ask) => BigInt((await readLatest(ask.get)).block.header.height),
    headIn: (request, result) => ('path' in request && request.path === latest ? heightIn(result) : null),
    timesIn,
    network: async (ask) => (await readLatest(ask.get)).block.header.chain_id,
    restErrors(status, body) {
      if (status === 501) return 'unsupported'
      if (prunedWords.test(body)) return 'doubtful'
      if (status === 404 || absentWords.test(body)) return 'empty'
      return status >= 500 ? 'broken' : 'answer'
    },
  },
  cometbft: {
    head: async (ask) => BigInt((await readStatus(ask)).sync_info.latest_block_height),
    headIn: toNodeHead,
    timesIn,
    network: async (ask) => (await readStatus(ask)).node_info.network,
    // The words are in the data; the message is "Internal error" for all of them.
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
