import {
  CallRevertedError,
  InvalidBlockRangeError,
  InvalidCursorError,
  MethodsMissingError,
  UnknownBlockError,
  UnknownTransactionError,
} from '@outrigger/data'
import { UpstreamUnavailableError } from './chainErrors.ts'
import { InvalidParameterError, ServiceError } from './serviceError.ts'

/** The chain has no such block or transaction. */
export class NotOnChainError extends ServiceError {
  readonly code = 'NOT_FOUND'
}

/** What `read` gives; what the chain says no to becomes a refusal that names the parameter. */
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
  if (error instanceof MethodsMissingError) return new UpstreamUnavailableError(chain, error.message, error)
  const path = toPath(error)
  return path === undefined ? error : new InvalidParameterError([{ path, message: (error as Error).message }])
}

function toPath(error: unknown): string | undefined {
  if (error instanceof InvalidCursorError) return 'query.cursor'
  if (error instanceof InvalidBlockRangeError) return 'query.fromBlock'
  return error instanceof CallRevertedError ? 'body.data' : undefined
}
