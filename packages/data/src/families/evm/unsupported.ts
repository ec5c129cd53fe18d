import { AllProvidersFailedError, RpcAnswerError } from '@outrigger/core'
import { MethodNotFoundRpcError, RpcRequestError } from 'viem'

/**
 * Returns whether a request failed because the reachable providers lack the method. It also checks the causes of
 * errors, because viem's clients wrap them.
 */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof MethodNotFoundRpcError) return true
  if (error instanceof RpcAnswerError) return error.rpcCode === MethodNotFoundRpcError.code
  if (error instanceof AllProvidersFailedError) return error.failures.some(({ kind }) => kind === 'unsupported')
  return error instanceof Error && error.cause !== undefined && isUnsupported(error.cause)
}

/** Returns whether nodes answered a request with an error, or lack the method. */
export function isRefused(error: unknown): boolean {
  if (isUnsupported(error) || error instanceof RpcRequestError) return true
  if (error instanceof AllProvidersFailedError)
    return error.failures.some(({ kind, answer }) => kind !== 'rateLimited' && answer !== undefined)
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause)
}

/** Returns null if the method is unsupported, for use in a `catch`. */
export function nullIfUnsupported(error: unknown): null {
  if (isUnsupported(error)) return null
  throw error
}
