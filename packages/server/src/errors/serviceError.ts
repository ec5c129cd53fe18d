import type { ErrorCode, Fault } from '@outrigger/api/contract'
import { OutriggerError } from '@outrigger/core'

/** An error that the caller receives, with a code from the contract, a message and details. */
export abstract class ServiceError extends OutriggerError {
  abstract override readonly code: ErrorCode
  readonly details: object = {}
  /** How long to wait before the next attempt. */
  readonly retryAfterSeconds?: number
}

export class InvalidParameterError extends ServiceError {
  // The command bundles another class with this name, and the bundler would rename this one.
  static override readonly name: string = 'InvalidParameterError'
  readonly code = 'INVALID_PARAMETER'
  override readonly details: readonly Fault[]
  constructor(faults: readonly Fault[], cause?: unknown) {
    super(faults.map(toText).join('; '), { cause })
    this.details = faults
  }
}

/** Messages of faults continue the path ("body.amount must be above 0"). Whole sentences follow a colon. */
const toText = ({ path, message }: Fault): string => `${path}${/^[A-Z"]/.test(message) ? ':' : ''} ${message}`
