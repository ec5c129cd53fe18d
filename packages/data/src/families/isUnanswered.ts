import { AllProvidersFailedError, RestAnswerError, RpcAnswerError } from '@outrigger/core'
import { MethodsMissingError } from '../errors.ts'

/** Returns whether no provider could answer, or a node rejected the request. Another interface may have the answer. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof MethodsMissingError ||
  error instanceof AllProvidersFailedError ||
  error instanceof RpcAnswerError ||
  error instanceof RestAnswerError
