import { OutriggerError } from '@outrigger/core'

/** A reorganization replaced the block between two reads of it. Read it again. */
export class MovedBlockError extends OutriggerError {
  readonly code = 'MOVED_BLOCK'
  override readonly retryable = true
  constructor(number: bigint) {
    super(`Block ${number} was replaced while it was read. Retry.`)
  }
}
