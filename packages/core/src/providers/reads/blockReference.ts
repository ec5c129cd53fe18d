import type { RpcRequest } from '../poolTypes.ts'
import { toQuantity } from './integrity.ts'
import { isQuantity } from './shape.ts'

/** The block whose state or content a request reads. */
export type BlockReference =
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'tag'; readonly tag: string }

// Index of the block parameter (execution-apis specification; the others from the namespaces of parity and geth).
const positions: Readonly<Record<string, number>> = {
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_createAccessList: 1,
  eth_simulateV1: 1,
  eth_feeHistory: 1,
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_getUncleCountByBlockNumber: 0,
  eth_getTransactionByBlockNumberAndIndex: 0,
  eth_getUncleByBlockNumberAndIndex: 0,
  debug_getRawBlock: 0,
  debug_getRawHeader: 0,
  debug_getRawReceipts: 0,
  debug_traceBlockByNumber: 0,
  debug_traceCall: 1,
  trace_block: 0,
  trace_replayBlockTransactions: 0,
  trace_call: 2,
}

const byHash = new Set([
  'eth_getBlockByHash',
  'eth_getBlockTransactionCountByHash',
  'eth_getUncleCountByBlockHash',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getUncleByBlockHashAndIndex',
  'debug_traceBlockByHash',
])

// Methods that read state. Nodes other than archive nodes keep it for about 128 blocks.
const stateful =
  /^(?:eth_(?:getBalance|getCode|getTransactionCount|getStorageAt|getProof|call|estimateGas|createAccessList|simulateV1)|debug_trace\w+|trace_\w+)$/

export function readsState({ method }: RpcRequest): boolean {
  return stateful.test(method)
}

/** Returns the index of the block parameter. Undefined for methods without one. */
export function getBlockPosition(method: string): number | undefined {
  return Object.hasOwn(positions, method) ? positions[method] : undefined
}

/**
 * Returns the block that a request reads. Null if the request contains no block, for example if it is for a
 * transaction.
 */
export function toBlockReference({ method, params }: RpcRequest): BlockReference | null {
  const list: readonly unknown[] = Array.isArray(params) ? params : []
  if (method === 'eth_getLogs') return toLogsReference(list[0])
  if (byHash.has(method)) return typeof list[0] === 'string' ? { kind: 'hash', hash: list[0].toLowerCase() } : null
  const position = getBlockPosition(method)
  return position === undefined ? null : toReference(list[position])
}

function toReference(value: unknown): BlockReference | null {
  if (value === undefined || value === null) return { kind: 'tag', tag: 'latest' }
  if (typeof value === 'string') {
    if (value === 'earliest') return { kind: 'number', number: 0n }
    // Some methods accept a block hash in place of a number.
    if (/^0x[0-9a-f]{64}$/i.test(value)) return { kind: 'hash', hash: value.toLowerCase() }
    return isQuantity(value) ? { kind: 'number', number: BigInt(value) } : { kind: 'tag', tag: value }
  }
  // EIP-1898
  const { blockHash, blockNumber } = value as { blockHash?: unknown; blockNumber?: unknown }
  if (typeof blockHash === 'string') return { kind: 'hash', hash: blockHash.toLowerCase() }
  return isQuantity(blockNumber) ? { kind: 'number', number: BigInt(blockNumber) } : null
}

/** Returns the last block of a log filter. */
function toLogsReference(filter: unknown): BlockReference | null {
  if (typeof filter !== 'object' || filter === null) return null
  const { blockHash, fromBlock, toBlock } = filter as { blockHash?: unknown; fromBlock?: unknown; toBlock?: unknown }
  if (typeof blockHash === 'string') return { kind: 'hash', hash: blockHash.toLowerCase() }
  const [from, to] = [toReference(fromBlock), toReference(toBlock)]
  return from?.kind === 'number' ? to : from?.kind === 'tag' ? from : null
}

/** Returns the first and last block of an `eth_getLogs` filter with two block numbers. Null for any other request. */
export function toLogsRange({ method, params }: RpcRequest): { readonly from: bigint; readonly to: bigint } | null {
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null || 'blockHash' in filter) return null
  const { fromBlock, toBlock } = filter as { fromBlock?: unknown; toBlock?: unknown }
  const [from, to] = [toReference(fromBlock), toReference(toBlock)]
  return from?.kind === 'number' && to?.kind === 'number' ? { from: from.number, to: to.number } : null
}

/** Returns the block number that a result contains. */
export function toResultBlock(value: unknown): bigint | null {
  if (typeof value !== 'object' || value === null) return null
  const { blockNumber, number } = value as { blockNumber?: unknown; number?: unknown }
  return toQuantity(blockNumber ?? number)
}
