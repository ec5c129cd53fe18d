import { OutriggerError } from '@outrigger/core'

/** An aggregator does not answer as it should: not at all, too late, too long, cut short, not as JSON, or it refuses. */
export class AggregatorError extends OutriggerError {
  readonly code: string = 'AGGREGATOR'
  override readonly retryable: boolean = true
}

/** An answer has another form than it is documented to have: `field` says where. Nothing of it is used. */
export class AggregatorSchemaError extends AggregatorError {
  override readonly code = 'AGGREGATOR_SCHEMA'
  /** As `tx.to`. */
  readonly field: string
  constructor(field: string, problem: string) {
    super(`its answer has another form than documented: ${field} ${problem}`)
    this.field = field
  }
}

/** A transaction does something else than the swap that was asked for. Do not send it. */
export class UnsafeSwapError extends AggregatorError {
  override readonly code = 'AGGREGATOR_UNSAFE'
  override readonly retryable = false
}

/** An aggregator is set up in a way that its provider does not have. The message says what to change. */
export class InvalidAggregatorError extends OutriggerError {
  readonly code = 'INVALID_AGGREGATOR'
}
