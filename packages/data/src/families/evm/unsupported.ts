import { AllProvidersFailedError, RpcAnswerError } from '@outrigger/core'
import { MethodNotFoundRpcError } from 'viem'

/** Whether a request failed because those that could be reached lack the method. Clients of viem wrap the cause. */
export function isUnsupported(error: unknown): boolean {
  if (error instanceof MethodNotFoundRpcError) return true
  if (error instanceof RpcAnswerError) return error.rpcCode === MethodNotFoundRpcError.code
  if (error instanceof AllProvidersFailedError) return error.failures.some(({ kind }) => kind === 'unsupported')
  return error instanceof Error && error.cause !== undefined && isUnsupported(error.cause)
}

/** For a `catch` where lacking the method is an answer as well. */
export function nullIfUnsupported(error: unknown): null {
  if (isUnsupported(error)) return null
  throw error
}
