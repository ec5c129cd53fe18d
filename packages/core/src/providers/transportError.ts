import { BaseError as ViemError } from 'viem'
import type { OutriggerError } from '../errors/outriggerError.ts'
import { AllProvidersFailedError, findRpcAnswer, UncertainWriteError } from './errors.ts'

// viem retries errors without a code. The pool has already called every endpoint, and a write must not be repeated. These
// codes are unknown to viem and lie in the range that JSON-RPC reserves for implementations.
const rpcCodes = { uncertain: -32010, failed: -32011 }

/**
 * An error of the pool as thrown to a viem client. The pool's error is its `cause`. If an endpoint sent a JSON-RPC
 * error, viem wraps this error in its class for the code, such as `LimitExceededRpcError`. Otherwise viem passes it
 * through. Errors around it start with the pool's message in `shortMessage` and `message`.
 *
 * @example
 * const uncertain = error instanceof BaseError ? error.walk((cause) => cause instanceof UncertainWriteError) : null
 */
export class FailoverTransportError extends ViemError {
  override readonly name = 'FailoverTransportError'
  /** JSON-RPC code. If an endpoint sent an error, this is its code, so that viem throws its class for it. */
  readonly code: number
  declare readonly cause: OutriggerError

  constructor(cause: OutriggerError) {
    const failed = cause instanceof AllProvidersFailedError || cause instanceof UncertainWriteError
    // Not the option `cause`: viem would repeat its message as `details` and guess causes from the endpoints' messages.
    super(failed ? cause.summary : cause.message, {
      ...(failed && { metaMessages: cause.failures.map(({ endpoint, message }) => `${endpoint}: ${message}`) }),
    })
    Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
    const sent = cause instanceof AllProvidersFailedError ? findRpcAnswer(cause)?.answer : undefined
    // viem reads this as text. An empty string adds nothing to the messages of errors around this one.
    this.details = sent?.message ?? ''
    this.code = cause instanceof UncertainWriteError ? rpcCodes.uncertain : (sent?.code ?? rpcCodes.failed)
  }
}
