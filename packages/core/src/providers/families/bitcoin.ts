import type { FamilyProtocol } from './familyTypes.ts'
import { pluck, toRows, toTimes } from './shownTimes.ts'
import { toHeight } from './toHeight.ts'

// Bitcoin Core, rpc/protocol.h.
const miscellaneous = -1
const invalidAddressOrKey = -5
const invalidParameter = -8
const inWarmup = -28
const methodNotFound = -32601
const internalError = -32603
/** Messages of a node that has no transaction index or keeps only the latest blocks. Another node may have the data. */
const partialWords =
  /txindex|pruned|not found on disk|not fully downloaded|blockhash|Blockchain transactions are still/i
const absentWords = /not found|no such|out of range/i
/** bcoin's messages for missing data, which have no error code of their own. */
const bcoinAbsent = /^(?:Block|Transaction) not found\.?$/

type Chained = { readonly blocks?: number; readonly height?: number; readonly confirmations?: number }
type BlockbookStatus = { readonly blockbook?: { readonly bestHeight?: number } }

/** Returns the head that an answer shows. A block also shows the head, because its confirmations count up to the head. */
function toCoreHead(method: string, result: unknown): bigint | null {
  if (method === 'getblockcount') return toHeight(result)
  if (typeof result !== 'object' || result === null) return null
  const { blocks, height, confirmations } = result as Chained
  if (method === 'getblockchaininfo') return toHeight(blocks)
  if (method !== 'getblockheader' && method !== 'getblock') return null
  // A block that a reorganization removed has -1 confirmations.
  if (height === undefined || confirmations === undefined || confirmations < 1) return null
  return toHeight(height + confirmations - 1)
}

/** The interfaces of Bitcoin: JSON-RPC of Bitcoin Core and its forks, and REST of Esplora and Blockbook. */
export const bitcoinProtocol: FamilyProtocol = {
  core: {
    head: async (client) => BigInt(((await client.rpc('getblockchaininfo')) as { readonly blocks: number }).blocks),
    headIn: (request, result) => ('method' in request ? toCoreHead(request.method, result) : null),
    timesIn: (result) => toTimes([result], ['time', 'blocktime'], ['height', 'blocks']),
    network: async (client) => String(await client.rpc('getblockhash', [0])),
    // All errors have HTTP status 500, so the status says nothing more.
    rpcErrors({ code, message }, status) {
      if (status === 401 || status === 403 || status === 429 || (status > 500 && status !== 501)) return undefined
      if (code === methodNotFound) return 'unsupported'
      if (code === inWarmup) return 'lagging'
      if (code === internalError) return 'broken'
      if (partialWords.test(message)) return 'doubtful'
      if ((code === invalidAddressOrKey || code === invalidParameter) && absentWords.test(message)) return 'empty'
      if (code === miscellaneous && bcoinAbsent.test(message)) return 'empty'
      return 'answer'
    },
    otherForm: { rewrite: toBooleans, isNeeded: ({ message }) => booleanWords.test(message) },
  },
  esplora: {
    head: async (client) => BigInt((await client.get('/blocks/tip/height')) as number),
    headIn: (request, result) => ('path' in request && request.path === '/blocks/tip/height' ? toHeight(result) : null),
    timesIn(result) {
      const rows = toRows(result)
      return [
        ...toTimes(rows, ['timestamp'], ['height']),
        ...toTimes(pluck(rows, 'status'), ['block_time'], ['block_height']),
      ]
    },
    network: async (client) => String(await client.get('/block-height/0')),
    restErrors: toRestFailure,
  },
  blockbook: {
    async head(client) {
      const { blockbook } = (await client.get('/api/v2')) as { readonly blockbook: { readonly bestHeight: number } }
      return BigInt(blockbook.bestHeight)
    },
    headIn: (request, result) =>
      'path' in request && /^\/api\/v2\/?$/.test(request.path)
        ? toHeight((result as BlockbookStatus | null)?.blockbook?.bestHeight)
        : null,
    timesIn: (result) => [
      ...toTimes([result], ['time'], ['height']),
      ...toTimes([result, ...pluck([result], 'transactions', 'txs')], ['blockTime'], ['blockHeight']),
    ],
    async network(client) {
      return ((await client.get('/api/v2/block-index/0')) as { readonly blockHash: string }).blockHash
    },
    restErrors: toRestFailure,
  },
}

/** Messages with which bcoin, and Core before 0.15, reject a number, or a block hash next to a transaction hash. */
const booleanWords = /must be a boolean|value is not a boolean|^getrawtransaction "txid" \( verbose \)/

/**
 * Returns the parameters for bcoin, which expects true or false for Core's numeric verbosity and finds a transaction
 * by its hash alone.
 */
function toBooleans(method: string, params: unknown): readonly unknown[] | null {
  const [hash, level] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof level !== 'number') return null
  if (method === 'getblock') return level > 1 ? [hash, true, true] : [hash, level === 1]
  return method === 'getrawtransaction' ? [hash, Math.min(level, 1)] : null
}

/** Classifies a REST error. Both interfaces respond with 400 or 404 and a sentence. */
function toRestFailure(status: number, body: string) {
  if (status === 404 || absentWords.test(body)) return 'empty'
  if (status === 405 || status === 501) return 'unsupported'
  return status >= 500 ? 'broken' : 'answer'
}
