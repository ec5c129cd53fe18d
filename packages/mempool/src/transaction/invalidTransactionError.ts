import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the input is not a transaction of a supported type. The message names the field. Correct the input.
 */
export class InvalidTransactionError extends OutriggerError {
  readonly code = 'INVALID_TRANSACTION'
}
