import { OutriggerError } from '@outrigger/core'

/** An aggregator's response is missing, late, too long, incomplete, not JSON or a rejection. */
export class AggregatorError extends OutriggerError {
  readonly code: string = 'AGGREGATOR'
  override readonly retryable: boolean = true
}

/** An answer differs from its documented form. `field` is the name of the field that differs. The answer is discarded. */
export class AggregatorSchemaError extends AggregatorError {
  override readonly code = 'AGGREGATOR_SCHEMA'
  /** For example `tx.to`. */
  readonly field: string
  constructor(field: string, problem: string) {
    super(`its answer differs from the documented form: ${field} ${problem}`)
    this.field = field
  }
}

/** A transaction is not the requested swap. Do not send it. */
export class UnsafeSwapError extends AggregatorError {
  override readonly code = 'AGGREGATOR_UNSAFE'
  override readonly retryable = false
}

/** An aggregator is configured in a way that its provider does not support. The message explains what to change. */
export class InvalidAggregatorError extends OutriggerError {
  readonly code = 'INVALID_AGGREGATOR'
}
