import { numberToHex } from 'viem'
import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Answer, PinnedReads, ProviderPool, RpcRequest, SendOptions } from '../poolTypes.ts'
import { toTransport } from '../transport.ts'
import { getBlockPosition, toBlockReference } from './blockReference.ts'
import { isQuantity } from './shape.ts'

/**
 * A request cannot be answered from the pinned block, because the block does not exist, the method reads no block, or
 * the request is a subscription. Pin an existing block, or send the request to the pool itself.
 */
export class PinnedReadError extends OutriggerError {
  readonly code = 'PINNED_READ'
}

/** Sets the block parameter of a request. A log filter ends at the block, and starts at it unless it starts at a number. */
export function withBlock({ method, params }: RpcRequest, block: string | { readonly blockHash: unknown }): RpcRequest {
  const list: readonly unknown[] = Array.isArray(params) ? params : []
  if (method === 'eth_getLogs') {
    const { fromBlock, toBlock: _, ...filter } = (list[0] ?? {}) as Record<string, unknown>
    if (typeof block !== 'string') return { method, params: [{ ...filter, ...block }] }
    return { method, params: [{ ...filter, fromBlock: isHeight(fromBlock) ? fromBlock : block, toBlock: block }] }
  }
  const position = getBlockPosition(method)
  if (position === undefined) return { method, params }
  // Missing parameters before the block parameter become null.
  const filled = Array.from({ length: Math.max(list.length, position + 1) }, (_, index) => list[index] ?? null)
  filled[position] = block
  return { method, params: filled }
}

/** @throws {AllProvidersFailedError} @throws {PinnedReadError} the block does not exist */
export async function pinReads(pool: ProviderPool, block: bigint | undefined): Promise<PinnedReads> {
  const tag = block === undefined ? 'latest' : numberToHex(block)
  const answer = await pool.send<Record<string, unknown> | null>({
    method: 'eth_getBlockByNumber',
    params: [tag, false],
  })
  const { number, hash, timestamp } = answer.result ?? {}
  if (!isQuantity(number) || !isQuantity(timestamp) || typeof hash !== 'string')
    throw new PinnedReadError(`There is no block ${tag} to pin reads to. Use a mined block.`)
  const height = BigInt(number)

  function pin(request: RpcRequest): RpcRequest {
    const { method, params } = request
    const reference = toBlockReference(request)
    if (reference?.kind === 'hash' || reference?.kind === 'number' || method === 'eth_chainId') return request
    if (reference?.tag !== 'latest')
      throw new PinnedReadError(
        `${method} cannot be pinned to block ${height}. Send it to the pool itself if it does not need the pinned block.`,
      )
    if (method === 'eth_getBlockByNumber')
      return { method: 'eth_getBlockByHash', params: [hash, (params as readonly unknown[])[1] ?? false] }
    const needsNumber = byNumber.has(method) || (method === 'eth_getLogs' && isHeight(toFromBlock(params)))
    return withBlock(request, needsNumber ? numberToHex(height) : { blockHash: hash })
  }

  async function send<result>(request: RpcRequest, options?: SendOptions): Promise<Answer<result>> {
    if (request.method === 'eth_blockNumber') return { ...answer, result: number as result, attempts: 0, cached: true }
    return { ...(await pool.send<result>(pin(request), options)), block: height }
  }
  const refuse = () => {
    throw new PinnedReadError(
      `Reads pinned to block ${height} do not change, so they cannot be watched. Watch the pool itself.`,
    )
  }
  const streams = { watchHeads: refuse, watchLogs: refuse, watchPendingTransactions: refuse }
  const transport = toTransport({ ...pool, ...streams, send })
  return { block: { number: height, hash: hash as `0x${string}`, timestamp: BigInt(timestamp) }, send, transport }
}

const isHeight = (value: unknown): boolean => value === 'earliest' || isQuantity(value)

function toFromBlock(params: unknown): unknown {
  return (params as readonly [{ readonly fromBlock?: unknown }])[0].fromBlock
}

// These methods accept only a number.
const byNumber = new Set(['eth_feeHistory', 'eth_getBlockTransactionCountByNumber', 'eth_getUncleCountByBlockNumber'])
