import { BaseError as ViemError } from 'viem'
import type { OutriggerError } from '../errors/outriggerError.ts'
import { AllProvidersFailedError, findRpcAnswer, UncertainWriteError } from './errors.ts'

// viem retries errors without a code. The pool has asked every endpoint already, and a write must not be repeated, so
// these are codes that viem does not know, from the range JSON-RPC leaves to implementations.
const rpcCodes = { uncertain: -32010, failed: -32011 }

/**
 * An error of the pool as a viem client sees it; the pool's error is its `cause`. If an endpoint sent a JSON-RPC error,
 * viem wraps this one in its class for the code, such as `LimitExceededRpcError`. Otherwise viem passes it through, and
 * the pool's message comes first in `shortMessage` and `message` of any error around it.
 *
 * @example
 * const uncertain = error instanceof BaseError ? error.walk((cause) => cause instanceof UncertainWriteError) : null
 */
export class FailoverTransportError extends ViemError {
  override readonly name = 'FailoverTransportError'
  /** JSON-RPC code: that of an endpoint's own error if one sent any, which gives viem's class for it. */
  readonly code: number
  declare readonly cause: OutriggerError

  constructor(cause: OutriggerError) {
    const failed = cause instanceof AllProvidersFailedError || cause instanceof UncertainWriteError
    // Not by the option `cause`: viem would repeat its message as `details`, and guess causes from the endpoints' messages.
    super(failed ? cause.summary : cause.message, {
      ...(failed && { metaMessages: cause.failures.map(({ endpoint, message }) => `${endpoint}: ${message}`) }),
    })
    Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
    const said = cause instanceof AllProvidersFailedError ? findRpcAnswer(cause)?.answer : undefined
    // viem reads it as text. An empty one adds nothing to the messages of errors around this one.
    this.details = said?.message ?? ''
    this.code = cause instanceof UncertainWriteError ? rpcCodes.uncertain : (said?.code ?? rpcCodes.failed)
  }
}
