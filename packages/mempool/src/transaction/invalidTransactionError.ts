import { OutriggerError } from '@outrigger/core'

/**
 * The input is not a transaction, or not of a type that can be read here. The message names the field; correct the
 * input.
 */
export class InvalidTransactionError extends OutriggerError {
  readonly code = 'INVALID_TRANSACTION'
}
