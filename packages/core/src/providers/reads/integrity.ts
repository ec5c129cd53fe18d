import { hexToBigInt } from 'viem'
import type { ChainProfile } from '../../chains/chain.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { isQuantity } from './shape.ts'

/** Returns the head that a result shows. Null for requests that do not read the head. */
export function toObservedHead(request: RpcRequest, result: unknown): bigint | null {
  if (request.method === 'eth_blockNumber') return toQuantity(result)
  const [block, newest] = Array.isArray(request.params) ? request.params : []
  if (request.method === 'eth_feeHistory' && newest === 'latest') return toNewestBlock(result, toQuantity(block))
  if (request.method !== 'eth_getBlockByNumber' || block !== 'latest') return null
  return typeof result === 'object' && result !== null && 'number' in result ? toQuantity(result.number) : null
}

/**
 * Returns the newest block of a fee history, which contains its first block and the number of blocks. Null if it has
 * fewer blocks than requested, because blocks before the head may be missing. For example, an anvil that loaded a state
 * starts with the requested block but lists only the blocks it has mined itself.
 */
function toNewestBlock(history: unknown, requested: bigint | null): bigint | null {
  const { oldestBlock, gasUsedRatio } = (history ?? {}) as { oldestBlock?: unknown; gasUsedRatio?: unknown }
  const oldest = toQuantity(oldestBlock)
  if (oldest === null || !Array.isArray(gasUsedRatio) || gasUsedRatio.length === 0) return null
  if (requested !== null && BigInt(gasUsedRatio.length) < requested) return null
  return oldest + BigInt(gasUsedRatio.length) - 1n
}

/** @throws {EndpointError} the chain id differs from the chain's */
export function checkChainId(endpoint: Endpoint, chain: ChainProfile, method: string, result: unknown): void {
  const chainId = method === 'net_version' && typeof result === 'string' ? Number(result) : Number(toQuantity(result))
  if (chain.chainId === null || chainId === chain.chainId) return
  if (!Number.isSafeInteger(chainId) || chainId <= 0)
    throw new EndpointError(endpoint.name, 'broken', `an answer that is not a result of ${method}`)
  const isLocalDefault = chainId === 31337 || chainId === 1337
  const advice = isLocalDefault
    ? `Start the local node with --chain-id ${chain.chainId}`
    : `Use an endpoint of ${chain.name}`
  throw new EndpointError(
    endpoint.name,
    'wrongChain',
    `It serves chain id ${chainId}, but ${chain.name} is ${chain.chainId}. ${advice}.`,
  )
}

export function toQuantity(value: unknown): bigint | null {
  return isQuantity(value) ? hexToBigInt(value) : null
}
