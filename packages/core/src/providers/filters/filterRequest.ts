import type { Hex } from 'viem'
import type { ChainLog, LogFilter, RpcRequest } from '../poolTypes.ts'
import { isQuantity } from '../reads/shape.ts'
import { InvalidLogFilterError, type NormalFilter, toNormalFilter } from '../streams/logFilter.ts'
import { toInvalid } from './filterError.ts'

/** Maximum number of alternatives for an address or a topic, as in geth. */
const maxAlternatives = 1000

/** Conditions for the logs that a filter reports. */
export type LogCriteria = {
  readonly match: NormalFilter
  /** Number of topic positions in the request, including trailing wildcards. A log needs as many topics. */
  readonly positions: number
  /** First block as in the request. Undefined means the head. */
  readonly fromBlock: string | undefined
  readonly toBlock: string | undefined
}

/** The events that a filter reports. */
export type FilterRequest =
  | { readonly kind: 'logs'; readonly criteria: LogCriteria }
  | { readonly kind: 'blocks' }
  | { readonly kind: 'pending'; readonly full: boolean }

const methods = /^eth_(?:new(?:Block|PendingTransaction)?Filter|getFilter(?:Changes|Logs)|uninstallFilter)$/

/** Returns whether a method is about filters, which the pool itself stores. */
export const isFilterMethod = (method: string): boolean => methods.test(method)

/** Returns the parameters as a list. Nodes also accept them by name. */
export const toParams = (params: unknown): readonly unknown[] =>
  typeof params === 'object' && params !== null ? Object.values(params) : []

/** @throws {FilterError} geth rejects the request in the same way */
export function toFilterRequest({ method, params }: RpcRequest): FilterRequest {
  const [first] = toParams(params)
  if (method === 'eth_newBlockFilter') return { kind: 'blocks' }
  if (method === 'eth_newPendingTransactionFilter') return { kind: 'pending', full: first === true }
  if (first === undefined || first === null) throw toInvalid('missing value for required argument 0')
  if (typeof first !== 'object' || Array.isArray(first)) throw toInvalid('invalid argument 0: a filter is an object')
  return { kind: 'logs', criteria: toCriteria(first as { readonly [field: string]: unknown }) }
}

function toCriteria({
  address,
  topics,
  fromBlock,
  toBlock,
  blockHash,
}: {
  readonly [field: string]: unknown
}): LogCriteria {
  if ((blockHash ?? null) !== null)
    throw toInvalid(
      (fromBlock ?? toBlock ?? null) === null
        ? 'A filter reports new blocks and takes no blockHash. Read the logs of one block with eth_getLogs.'
        : 'cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
    )
  const range = { fromBlock: toBound(fromBlock), toBlock: toBound(toBlock) }
  requireRange(range)
  const positions = toPositions(topics)
  try {
    const match = toNormalFilter({
      address: (address ?? []) as readonly Hex[],
      topics: positions as NonNullable<LogFilter['topics']>,
    })
    if ([match.address, ...(match.topics ?? [])].some((words) => (words?.length ?? 0) > maxAlternatives))
      throw toInvalid('exceed max addresses or topics per search position')
    return { match, positions: positions.length, fromBlock: range.fromBlock, toBlock: range.toBlock }
  } catch (error) {
    throw error instanceof InvalidLogFilterError ? toInvalid(error.message) : error
  }
}

function toPositions(topics: unknown): readonly unknown[] {
  const list = topics ?? []
  if (!Array.isArray(list)) throw toInvalid('topics must be an array of at most four.')
  // A null among alternatives matches anything.
  return list.map((topic) => (Array.isArray(topic) && topic.includes(null) ? null : topic))
}

function toBound(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (value === 'pending') throw toInvalid('pending logs are not supported')
  const isNumber = isQuantity(value) && BigInt(value) < 2n ** 63n
  if (isNumber || ['earliest', 'latest', 'safe', 'finalized'].includes(value as string)) return value as string
  throw toInvalid(`${JSON.stringify(value)} is not a block. Use a number such as 0x1b4, or a tag such as latest.`)
}

/**
 * Requires a valid range by geth's rule. Unlike in geth, a filter may also start at `safe` or `finalized`, because
 * every new block is above these blocks.
 */
function requireRange({ fromBlock = 'latest', toBlock = 'latest' }: Pick<LogCriteria, 'fromBlock' | 'toBlock'>): void {
  const from = fromBlock === 'earliest' ? 0n : toNumber(fromBlock)
  const to = toNumber(toBlock)
  if (toBlock === 'latest' || (from !== null && to !== null && from <= to)) return
  throw toInvalid('invalid block range params')
}

export const toNumber = (bound: string | undefined): bigint | null => (isQuantity(bound) ? BigInt(bound) : null)

/**
 * Returns whether a log is in the filter's range and has enough topics. The stream has already checked the other
 * conditions.
 */
export function isWanted({ positions, fromBlock, toBlock }: LogCriteria, log: ChainLog): boolean {
  const number = toNumber(log.blockNumber ?? undefined)
  const [from, to] = [toNumber(fromBlock), toNumber(toBlock)]
  if (number === null || log.topics.length < positions) return false
  return (from === null || number >= from) && (to === null || number <= to)
}

/** Returns the request for all logs of the criteria. */
export function toLogsRequest({ match, positions, fromBlock, toBlock }: LogCriteria): RpcRequest {
  const { address, topics = [] } = match
  const filled = Array.from({ length: positions }, (_, index) => topics[index] ?? null)
  return { method: 'eth_getLogs', params: [{ address, topics: filled, fromBlock, toBlock }] }
}
