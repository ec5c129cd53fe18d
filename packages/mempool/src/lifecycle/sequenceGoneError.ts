import { OutriggerError } from '@outrigger/core'

/**
 * Thrown if the events after `since` are no longer stored, or `since` is from an earlier process. Read the pending
 * transactions now, then follow without `since`.
 */
export class SequenceGoneError extends OutriggerError {
  readonly code = 'SEQUENCE_GONE'

  constructor(since: number, oldest: number, last: number) {
    super(
      `Events after ${since} are not kept: there are those from ${oldest} to ${last}. Read what is pending now, and follow without "since".`,
    )
  }
}
