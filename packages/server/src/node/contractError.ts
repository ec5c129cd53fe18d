import type { ErrorCode, Fault } from '@outrigger/api/contract'
import { OutriggerError } from '@outrigger/core'

/** A refusal or failure the contract has a code for; its message and details are meant for the caller. */
export abstract class ContractError extends OutriggerError {
  abstract override readonly code: ErrorCode
  readonly details: object = {}
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
}

export class InvalidParameterError extends ContractError {
  // Another class of this name is bundled into the command, where this one would be given a new one.
  static override readonly name: string = 'InvalidParameterError'
  readonly code = 'INVALID_PARAMETER'
  override readonly details: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ path, message }) => `${path} ${message}`).join('; '))
    this.details = faults
  }
}
