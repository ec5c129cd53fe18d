import { AllProvidersFailedError, RpcAnswerError } from '@outrigger/core'
import { MethodNotFoundRpcError, RpcRequestError } from 'viem'

/** Whether a request failed because those that could be reached lack the method. Clients of viem wrap the cause. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof MethodNotFoundRpcError) return true
  if (error instanceof RpcAnswerError) return error.rpcCode === MethodNotFoundRpcError.code
  if (error instanceof AllProvidersFailedError) return error.failures.some(({ kind }) => kind === 'unsupported')
  return error instanceof Error && error.cause !== undefined && isUnsupported(error.cause)
}

/** Whether nodes answered a request with an error, or lack the method. */
export function isRefused(error: unknown): boolean {
  if (isUnsupported(error) || error instanceof RpcRequestError) return true
  if (error instanceof AllProvidersFailedError)
    return error.failures.some(({ kind, answer }) => kind !== 'rateLimited' && answer !== undefined)
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause)
}

/** For a `catch` where lacking the method is an answer as well. */
export function nullIfUnsupported(error: unknown): null {
  if (isUnsupported(error)) return null
  throw error
}
