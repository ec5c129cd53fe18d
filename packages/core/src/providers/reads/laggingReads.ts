import type { EndpointHealth } from '../circuit/health.ts'
import { EndpointError } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { isAbsentBlockError } from '../wire/classify.ts'
import { toBlockReference, toLogsRange } from './blockReference.ts'

// Nodes other than archive nodes keep the state of this many blocks.
const keptBlocks = 128n

/**
 * Returns whether other endpoints have shown the block that a request reads. This is the latest block, or a recent
 * number up to the head.
 */
export function isShownBlock(request: RpcRequest, head: bigint | null): boolean {
  const reference = toBlockReference(request)
  if (reference?.kind === 'tag') return reference.tag === 'latest'
  if (reference?.kind !== 'number' || head === null) return false
  return reference.number <= head && reference.number > head - keptBlocks
}

/**
 * Returns the error for an endpoint that lacks a block which other endpoints have. The endpoint lags, and the request
 * is not wrong. Other errors are returned unchanged.
 */
export function toBehindError(error: EndpointError, request: RpcRequest, head: bigint | null): EndpointError {
  if (error.kind !== 'doubtful' || !isAbsentBlockError(error.message) || !isShownBlock(request, head)) return error
  const message = `It lacks a block that other endpoints have: ${error.message}`
  return new EndpointError(error.endpoint, 'lagging', message, { answer: error.answer })
}

const namesBlock = /^eth_getBlock(?:ByNumber|Receipts|TransactionCountByNumber)$/

/** Returns whether an answer denies a whole block that other endpoints have. */
export function deniesShownBlock(request: RpcRequest, value: unknown, head: bigint | null): boolean {
  return value === null && namesBlock.test(request.method) && isShownBlock(request, head)
}

/**
 * Returns the last block that a request reads, if other endpoints have shown it and this endpoint has not. Otherwise
 * returns null.
 */
export function toUnseenBlock(health: EndpointHealth, request: RpcRequest, head: bigint | null): bigint | null {
  const reference = toBlockReference(request)
  const last = toLogsRange(request)?.to ?? (reference?.kind === 'number' ? reference.number : null)
  if (last === null || head === null || last > head) return null
  return health.head === null || health.head < last ? last : null
}
