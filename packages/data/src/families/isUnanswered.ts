import { AllProvidersFailedError, RestAnswerError, RpcAnswerError } from '@outrigger/core'
import { MethodsMissingError } from '../errors.ts'

/** Whether nobody has a way to answer, or says that the question itself is wrong; another interface may have one. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof MethodsMissingError ||
  error instanceof AllProvidersFailedError ||
  error instanceof RpcAnswerError ||
  error instanceof RestAnswerError
