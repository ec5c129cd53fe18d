import { OutriggerError } from '@outrigger/core'

/**
 * `follow` is asked for events after `since`, which are no longer kept or are of an earlier run. Read what is pending
 * now, then follow without `since`.
 */
export class SequenceGoneError extends OutriggerError {
  readonly code = 'SEQUENCE_GONE'

  constructor(since: number, oldest: number, last: number) {
    super(
      `Events after ${since} are not kept: there are those from ${oldest} to ${last}. Read what is pending now, and follow without "since".`,
    )
  }
}
