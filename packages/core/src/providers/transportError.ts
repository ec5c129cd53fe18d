import { BaseError as ViemError } from 'viem'
import type { OutriggerError } from '../errors/outriggerError.ts'
import { AllProvidersFailedError, UncertainWriteError } from './errors.ts'

// viem asks again after -32603, -32005 and whatever has no code. The pool has asked everyone already, and a write must not
// be repeated, so these are codes that viem does not know, of those JSON-RPC leaves to implementations.
const rpcCodes = { uncertain: -32010, failed: -32011 }

/**
 * An error of the pool as a viem client sees it. viem passes errors of its own family through, so the pool's own words come
 * first in `shortMessage` and `message` of whatever viem wraps around it; the pool's error is its `cause`.
 *
 * @example
 * const uncertain = error instanceof BaseError ? error.walk((cause) => cause instanceof UncertainWriteError) : null
 */
export class FailoverTransportError extends ViemError {
  override readonly name = 'FailoverTransportError'
  /** JSON-RPC code. */
  readonly code: number
  declare readonly cause: OutriggerError

  constructor(cause: OutriggerError) {
    const failed = cause instanceof AllProvidersFailedError || cause instanceof UncertainWriteError
    // Not by the option `cause`: viem would repeat its message as `details`, and read causes of its own out of the endpoints' words.
    super(failed ? cause.summary : cause.message, {
      ...(failed && { metaMessages: cause.failures.map(({ endpoint, message }) => `${endpoint}: ${message}`) }),
    })
    Object.defineProperty(this, 'cause', { value: cause, configurable: true, writable: true })
    this.code = cause instanceof UncertainWriteError ? rpcCodes.uncertain : rpcCodes.failed
  }
}
