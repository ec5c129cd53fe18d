import { RpcAnswerError } from '@outrigger/core'
import { classifyRpcError } from '@outrigger/core/internal'
import {
  BlockMismatchError,
  CallRevertedError,
  InvalidAddressError as ChainAddressError,
  type ChainPool,
  callContract,
  InvalidBlockError,
  InvalidBlockRangeError,
  InvalidCalldataError,
  InvalidCursorError,
  InvalidHashError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
  UnsupportedByFamilyError,
} from '@outrigger/data'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { UpstreamUnavailableError } from './chainErrors.ts'
import { MalformedAddressError } from './evmAddress.ts'

/** The block or transaction does not exist on the chain. */
export class NotOnChainError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

/**
 * Calls a contract. A call that the node cannot execute (out of gas, invalid opcode) is rejected like a revert, with the node's
 * message.
 *
 * @throws {InvalidParameterError} and the errors of `callContract`
 */
export async function callOrRefuse(pool: ChainPool, call: Parameters<typeof callContract>[1]) {
  try {
    return await callContract(pool, call)
  } catch (error) {
    if (!(error instanceof RpcAnswerError)) throw error
    const { rpcCode: code, rpcMessage: message } = error
    if (classifyRpcError({ code, message }) !== 'answer') throw error
    throw new InvalidParameterError([{ path: 'body.data', message: `The node cannot execute the call: ${message}` }])
  }
}

/** Returns the result of `read`. Converts a rejection by the chain to an error that names the parameter. */
export async function orRefused<value>(chain: string, read: () => Promise<value>): Promise<value> {
  try {
    return await read()
  } catch (error) {
    throw toRefusal(chain, error)
  }
}

function toRefusal(chain: string, error: unknown): unknown {
  if (error instanceof UnknownBlockError || error instanceof UnknownTransactionError)
    return new NotOnChainError(error.message, { cause: error })
  if (error instanceof MethodsMissingError || error instanceof BlockMismatchError)
    return new UpstreamUnavailableError(chain, error.message, error)
  if (error instanceof ChainAddressError) return new MalformedAddressError(error.message, { cause: error })
  const path = toPath(error)
  return path === undefined ? error : new InvalidParameterError([{ path, message: (error as Error).message }])
}

function toPath(error: unknown): string | undefined {
  if (error instanceof InvalidCursorError) return 'query.cursor'
  if (error instanceof UnsupportedByFamilyError) return 'params.chain'
  if (error instanceof InvalidHashError) return 'params.hash'
  if (error instanceof InvalidBlockError) return 'params.block'
  if (error instanceof InvalidBlockRangeError) return 'query.fromBlock'
  return error instanceof CallRevertedError || error instanceof InvalidCalldataError ? 'body.data' : undefined
}
