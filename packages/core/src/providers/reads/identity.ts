import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import type { RpcRequest } from '../poolTypes.ts'
import { isQuantity } from './shape.ts'

type Fields = Readonly<Record<string, unknown>>
type Check = (result: Fields, params: readonly unknown[]) => boolean

/** Returns a check whether `field` of a result equals the parameter at `position` of the request. */
const isSame =
  (field: string, position = 0): Check =>
  (result, params) => {
    const [actual, requested] = [result[field], params[position]]
    // A tag cannot be compared, nor a field that the node omits.
    if (typeof actual !== 'string' || typeof requested !== 'string') return true
    if (isQuantity(actual) && isQuantity(requested)) return BigInt(actual) === BigInt(requested)
    return !requested.startsWith('0x') || actual.toLowerCase() === requested.toLowerCase()
  }

const isAtIndex = isSame('transactionIndex', 1)
const isAtPlace =
  (field: string): Check =>
  (result, params) =>
    isSame(field)(result, params) && isAtIndex(result, params)

/** Checks the block of receipts. They may be requested by block hash or number. */
const isOfBlock: Check = (result, params) =>
  isSame(/^0x[0-9a-f]{64}$/i.test(String(params[0])) ? 'blockHash' : 'blockNumber')(result, params)

const checks: Readonly<Record<string, Check>> = {
  eth_getTransactionReceipt: isSame('transactionHash'),
  eth_getTransactionByHash: isSame('hash'),
  eth_getTransactionByBlockHashAndIndex: isAtPlace('blockHash'),
  eth_getTransactionByBlockNumberAndIndex: isAtPlace('blockNumber'),
  eth_getBlockByHash: isSame('hash'),
  eth_getBlockByNumber: isSame('number'),
  eth_getBlockReceipts: isOfBlock,
}

/** @throws {EndpointError} the result belongs to another transaction or block */
export function checkIdentity(endpoint: Endpoint, { method, params }: RpcRequest, result: unknown): void {
  const check = Object.hasOwn(checks, method) ? checks[method] : undefined
  if (check === undefined || typeof result !== 'object' || result === null) return
  const list: readonly unknown[] = Array.isArray(params) ? params : []
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result]
  const isRight = parts.every((part) => typeof part !== 'object' || part === null || check(part as Fields, list))
  if (!isRight)
    throw new EndpointError(endpoint.name, 'broken', `an answer to ${method} about something that was not requested`)
}
