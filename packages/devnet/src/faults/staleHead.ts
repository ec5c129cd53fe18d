import { type Ask, defineFault, type RpcCall, type RpcOutcome } from './fault.ts'

/** Index of the block tag in the parameters, by method. */
const blockParameter: Readonly<Record<string, number>> = {
  eth_getBlockByNumber: 0,
  eth_getBlockReceipts: 0,
  eth_getBlockTransactionCountByNumber: 0,
  eth_feeHistory: 1,
  eth_call: 1,
  eth_estimateGas: 1,
  eth_createAccessList: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_getProof: 2,
}
/** Methods for which a node returns null if it has not seen the block. */
const nullable = new Set(['eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_getBlockTransactionCountByNumber'])
const knownByHash = new Set(['eth_getTransactionReceipt', 'eth_getBlockByHash'])

const toHex = (number: number): string => `0x${number.toString(16)}`

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

const getResult = async (ask: Ask, method: string, params: readonly unknown[]): Promise<unknown> => {
  const outcome = await ask(method, params)
  return 'result' in outcome ? outcome.result : undefined
}

const toStaleTag = async (tag: unknown, staleHead: number, ask: Ask): Promise<unknown> => {
  if (tag === undefined || tag === 'latest' || tag === 'pending') return toHex(staleHead)
  if (tag !== 'safe' && tag !== 'finalized') return tag
  const number = Number(field(await getResult(ask, 'eth_getBlockByNumber', [tag, false]), 'number'))
  return toHex(Math.min(number, staleHead))
}

const answerStaleLogs = async (
  filter: { readonly fromBlock?: unknown; readonly toBlock?: unknown },
  staleHead: number,
  ask: Ask,
): Promise<RpcOutcome | undefined> => {
  if ('blockHash' in filter) return undefined
  const [from, to] = await Promise.all([filter.fromBlock, filter.toBlock].map((tag) => toStaleTag(tag, staleHead, ask)))
  // Omits unknown blocks silently, like geth did for years. A tag such as `earliest` is not a number.
  if (Number(from) > staleHead) return { result: [] }
  const toBlock = Number(to) > staleHead ? toHex(staleHead) : to
  return ask('eth_getLogs', [{ ...filter, fromBlock: from, toBlock }])
}

const answerStale = async (call: RpcCall, blocks: number, ask: Ask): Promise<RpcOutcome | undefined> => {
  const { method } = call
  const index = blockParameter[method]
  if (index === undefined && !knownByHash.has(method) && method !== 'eth_blockNumber' && method !== 'eth_getLogs') {
    return undefined
  }
  const staleHead = Math.max(0, Number(await getResult(ask, 'eth_blockNumber', [])) - blocks)
  if (method === 'eth_blockNumber') return { result: toHex(staleHead) }

  const params = Array.isArray(call.params) ? [...call.params] : []
  if (method === 'eth_getLogs') return answerStaleLogs({ ...params[0] }, staleHead, ask)
  if (index !== undefined) {
    params[index] = await toStaleTag(params[index], staleHead, ask)
    if (nullable.has(method) && Number(params[index]) > staleHead) return { result: null }
    return ask(method, params)
  }
  const outcome = await ask(method, params)
  const result = 'result' in outcome ? outcome.result : undefined
  return Number(field(result, 'blockNumber') ?? field(result, 'number')) > staleHead ? { result: null } : outcome
}

/** Replaces a pushed header with an older one. Only headers have a parent, so logs and transactions are not changed. */
const pushStale = async (result: unknown, blocks: number, ask: Ask): Promise<unknown> => {
  if (field(result, 'parentHash') === undefined) return result
  const number = Number(field(result, 'number')) - blocks
  if (number < 0) return undefined
  const block = await getResult(ask, 'eth_getBlockByNumber', [toHex(number), false])
  if (typeof block !== 'object' || block === null) return undefined
  const header: Record<string, unknown> = { ...block }
  for (const name of ['transactions', 'uncles', 'withdrawals', 'size']) delete header[name]
  return header
}

/** A node that fell behind: head, state and pushed heads come from an older block of the target. */
export const staleHead = defineFault({
  summary: 'answers as a node whose head lags by a number of blocks; never below block 0',
  defaults: { blocks: 500 },
  behave: ({ blocks }) => ({
    call: (call, ask) => answerStale(call, blocks, ask),
    push: (result, ask) => pushStale(result, blocks, ask),
  }),
})
