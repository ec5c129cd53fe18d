import { isHex } from 'viem'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { isTimeOfBlock } from './blockTime.ts'

type Shape = (result: unknown, params: readonly unknown[]) => boolean

export const isQuantity = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
export const isHash = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
const isOptionalQuantity = (value: unknown) => value === undefined || value === null || isQuantity(value)

/** Returns whether a header's timestamp is a time that a block may have. */
export function isBlockTime(timestamp: unknown, number: unknown): timestamp is `0x${string}` {
  return isQuantity(timestamp) && isTimeOfBlock(BigInt(timestamp), isQuantity(number) ? BigInt(number) : null)
}

const isBlock: Shape = (result) => {
  if (typeof result !== 'object' || result === null) return false
  const { number, hash, parentHash, gasUsed, gasLimit, baseFeePerGas, timestamp } = result as Record<string, unknown>
  const mined = isHash(hash) && isHash(parentHash) && isOptionalQuantity(baseFeePerGas)
  return mined && isBlockTime(timestamp, number) && [number, gasUsed, gasLimit].every(isQuantity)
}

/** Checks a block that may not exist. Old blocks may lack fields, such as the gas limit on Celo. */
const isOldBlock: Shape = (result) => {
  if (typeof result !== 'object' || result === null) return result === null
  const { timestamp, number } = result as Record<string, unknown>
  return isBlockTime(timestamp, number)
}

/** Tags of blocks that always exist. A node may have no safe or finalized block yet. */
const existingTags = new Set<unknown>(['latest', 'pending'])

/**
 * Checks a fee history, which is valid if at least one of its rows is valid. Nodes cannot price some blocks and
 * return nulls or odd values for them. An empty history of no blocks is valid too, in every form in which nodes omit
 * lists.
 */
const isFeeHistory: Shape = (result, [count, newest, percentiles]) => {
  if (typeof result !== 'object' || result === null) return false
  const { oldestBlock, baseFeePerGas, gasUsedRatio, reward } = result as Record<string, unknown>
  if (!isQuantity(oldestBlock)) return false
  const ratios = gasUsedRatio ?? null
  if (ratios === null) return Number(count) === 0
  if (!Array.isArray(ratios)) return false
  if (ratios.length === 0) return Number(count) === 0 || !existingTags.has(newest)
  if (!Array.isArray(baseFeePerGas) || (baseFeePerGas.length > 0 && !baseFeePerGas.some(isQuantity))) return false
  return ratios.some((ratio) => typeof ratio === 'number' && ratio >= 0) && hasRewards(reward, percentiles)
}

function hasRewards(reward: unknown, percentiles: unknown): boolean {
  const width = Array.isArray(percentiles) ? percentiles.length : 0
  const isRow = (row: unknown) => Array.isArray(row) && row.length === width && row.every(isQuantity)
  return width === 0 || (Array.isArray(reward) && (reward.length === 0 || reward.some(isRow)))
}

/** The form of the answers that every healthy node gives to these methods, by the execution API specification. */
const shapes: Readonly<Record<string, Shape>> = {
  eth_blockNumber: isQuantity,
  eth_chainId: isQuantity,
  eth_gasPrice: isQuantity,
  eth_maxPriorityFeePerGas: isQuantity,
  eth_estimateGas: isQuantity,
  eth_getBalance: isQuantity,
  eth_getTransactionCount: isQuantity,
  eth_call: (result) => isHex(result),
  eth_getCode: (result) => isHex(result),
  eth_getLogs: Array.isArray,
  eth_feeHistory: isFeeHistory,
  // Other blocks may not exist yet, but the latest block always does.
  eth_getBlockByNumber: (result, params) => (params[0] === 'latest' ? isBlock : isOldBlock)(result, params),
  eth_getBlockByHash: isOldBlock,
}

/** Returns whether every healthy node answers this method. */
export function hasShape(method: string): boolean {
  return Object.hasOwn(shapes, method)
}

/** @throws {EndpointError} the result has the wrong form for the method */
export function checkShape(endpoint: Endpoint, { method, params }: RpcRequest, result: unknown): void {
  const shape = hasShape(method) ? shapes[method] : undefined
  if (shape === undefined || shape(result, Array.isArray(params) ? params : [])) return
  throw new EndpointError(endpoint.name, 'broken', `an answer that is not a result of ${method}`)
}

const mayBeAbsent =
  /^eth_get(?:TransactionReceipt|BlockReceipts|(?:Transaction|Block|Uncle)By\w+|BlockTransactionCountBy\w+)$/

/**
 * Returns whether a result denies that a block, transaction or log exists. Nodes that lag or lack data return the
 * same result.
 */
export function isDenial({ method }: RpcRequest, value: unknown): boolean {
  return method === 'eth_getLogs'
    ? Array.isArray(value) && value.length === 0
    : value === null && mayBeAbsent.test(method)
}
