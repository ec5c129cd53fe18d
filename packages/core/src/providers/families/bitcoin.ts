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
/** Nodes that keep no index of all transactions, or only the last blocks: another may have it. */
const partialWords =
  /txindex|pruned|not found on disk|not fully downloaded|blockhash|Blockchain transactions are still/i
const absentWords = /not found|no such|out of range/i
/** bcoin's, which has no code of its own for it. */
const bcoinAbsent = /^(?:Block|Transaction) not found\.?$/

type Chained = { readonly blocks?: number; readonly height?: number; readonly confirmations?: number }
type BlockbookStatus = { readonly blockbook?: { readonly bestHeight?: number } }

/** Besides its count of blocks, a node tells its head with each block: confirmations are counted from there. */
function toCoreHead(method: string, result: unknown): bigint | null {
  if (method === 'getblockcount') return toHeight(result)
  if (typeof result !== 'object' || result === null) return null
  const { blocks, height, confirmations } = result as Chained
  if (method === 'getblockchaininfo') return toHeight(blocks)
  if (method !== 'getblockheader' && method !== 'getblock') return null
  // A block that was reorganised away has -1.
  if (height === undefined || confirmations === undefined || confirmations < 1) return null
  return toHeight(height + confirmations - 1)
}

/** Bitcoin Core's JSON-RPC and that of its forks, Esplora's and Blockbook's REST. */
export const bitcoinProtocol: FamilyProtocol = {
  core: {
    head: async (ask) => BigInt(((await ask.rpc('getblockchaininfo')) as { readonly blocks: number }).blocks),
    headIn: (request, result) => ('method' in request ? toCoreHead(request.method, result) : null),
    timesIn: (result) => toTimes([result], ['time', 'blocktime'], ['height', 'blocks']),
    network: async (ask) => String(await ask.rpc('getblockhash', [0])),
    // Errors come with HTTP status 500, which says nothing more.
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
    head: async (ask) => BigInt((await ask.get('/blocks/tip/height')) as number),
    headIn: (request, result) => ('path' in request && request.path === '/blocks/tip/height' ? toHeight(result) : null),
    timesIn(result) {
      const rows = toRows(result)
      return [
        ...toTimes(rows, ['timestamp'], ['height']),
        ...toTimes(pluck(rows, 'status'), ['block_time'], ['block_height']),
      ]
    },
    network: async (ask) => String(await ask.get('/block-height/0')),
    restErrors: toRestFailure,
  },
  blockbook: {
    async head(ask) {
      const { blockbook } = (await ask.get('/api/v2')) as { readonly blockbook: { readonly bestHeight: number } }
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
    async network(ask) {
      return ((await ask.get('/api/v2/block-index/0')) as { readonly blockHash: string }).blockHash
    },
    restErrors: toRestFailure,
  },
}

/** As bcoin and Core before 0.15 refuse a number, and a block's hash beside that of a transaction. */
const booleanWords = /must be a boolean|value is not a boolean|^getrawtransaction "txid" \( verbose \)/

/** bcoin takes true and false where Core takes how much it should print as a number, and finds a transaction by its hash alone. */
function toBooleans(method: string, params: unknown): readonly unknown[] | null {
  const [hash, level] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (typeof level !== 'number') return null
  if (method === 'getblock') return level > 1 ? [hash, true, true] : [hash, level === 1]
  return method === 'getrawtransaction' ? [hash, Math.min(level, 1)] : null
}

/** Both answer with 400 or 404 and a sentence. */
function toRestFailure(status: number, body: string) {
  if (status === 404 || absentWords.test(body)) return 'empty'
  if (status === 405 || status === 501) return 'unsupported'
  return status >= 500 ? 'broken' : 'answer'
}
