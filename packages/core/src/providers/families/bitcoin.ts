import type { FamilyProtocol } from './familyTypes.ts'

// Bitcoin Core, rpc/protocol.h.
const invalidAddressOrKey = -5
const invalidParameter = -8
const inWarmup = -28
const methodNotFound = -32601
const internalError = -32603
/** Nodes that keep no index of all transactions, or only the last blocks: another may have it. */
const partialWords = /txindex|pruned|not fully downloaded|blockhash|Blockchain transactions are still/i
const absentWords = /not found|no such|out of range/i

/** Bitcoin Core's JSON-RPC and that of its forks, Esplora's and Blockbook's REST. */
export const bitcoinProtocol: FamilyProtocol = {
  core: {
    head: async (ask) => BigInt(((await ask.rpc('getblockchaininfo')) as { readonly blocks: number }).blocks),
    network: async (ask) => String(await ask.rpc('getblockhash', [0])),
    // Errors come with HTTP status 500, which says nothing more.
    rpcErrors({ code, message }, status) {
      if (status === 401 || status === 403 || status === 429 || (status > 500 && status !== 501)) return undefined
      if (code === methodNotFound) return 'unsupported'
      if (code === inWarmup) return 'lagging'
      if (code === internalError) return 'broken'
      if (partialWords.test(message)) return 'doubtful'
      if ((code === invalidAddressOrKey || code === invalidParameter) && absentWords.test(message)) return 'empty'
      return 'answer'
    },
  },
  esplora: {
    head: async (ask) => BigInt((await ask.get('/blocks/tip/height')) as number),
    network: async (ask) => String(await ask.get('/block-height/0')),
    restErrors: toRestFailure,
  },
  blockbook: {
    async head(ask) {
      const { blockbook } = (await ask.get('/api/v2')) as { readonly blockbook: { readonly bestHeight: number } }
      return BigInt(blockbook.bestHeight)
    },
    async network(ask) {
      return ((await ask.get('/api/v2/block-index/0')) as { readonly blockHash: string }).blockHash
    },
    restErrors: toRestFailure,
  },
}

/** Both answer with 400 or 404 and a sentence. */
function toRestFailure(status: number, body: string) {
  if (status === 404 || absentWords.test(body)) return 'empty'
  if (status === 405 || status === 501) return 'unsupported'
  return status >= 500 ? 'broken' : 'answer'
}
