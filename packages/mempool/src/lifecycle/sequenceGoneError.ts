import { OutriggerError } from '@outrigger/core'

export class SequenceGoneError extends OutriggerError {
  readonly code = 'SEQUENCE_GONE'

  constructor(since: number, oldest: number, last: number) {
    super(
      `Events after ${since} are not kept: there are those from ${oldest} to ${last}. Read what is pending now, and follow without "since".`,
    )
  }
}
