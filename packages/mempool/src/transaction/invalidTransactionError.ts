import { OutriggerError } from '@outrigger/core'

/** Not a transaction, or not one that can be read here. */
export class InvalidTransactionError extends OutriggerError {
  readonly code = 'INVALID_TRANSACTION'
}
