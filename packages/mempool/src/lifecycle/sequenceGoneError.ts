import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the events after `since` are no longer stored, or `since` is from an earlier process. Read the pending
 * transactions now, then follow without `since`.
 */
export class SequenceGoneError extends OutriggerError {
  readonly code = 'SEQUENCE_GONE'

  constructor(since: number, oldest: number, last: number) {
    super(
      `Events after ${since} are not stored. Stored events are ${oldest} to ${last}. Read the current pending transactions, and follow without "since".`,
    )
  }
}
