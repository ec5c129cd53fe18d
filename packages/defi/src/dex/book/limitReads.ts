import { OutriggerError } from '@outrigger/core'
import type { BlockReader } from '../../reads/blockReader.ts'

/** The reads allowed for one block are used up. The rest is read at the next block. */
export class ReadLimitError extends OutriggerError {
  readonly code = 'READ_LIMIT'
  override readonly retryable = true
}

/** The reads still allowed at a block. */
export type ReadAllowance = {
  /** Rounds of reads, each one `eth_call`. */
  rounds: number
  readonly readsPerRound: number
}

/**
 * Limits a reader to a number of rounds. Further reads throw `ReadLimitError`. All reads made in one turn of the event
 * loop belong to one round.
 */
export function limitReads(reader: BlockReader, allowance: ReadAllowance): BlockReader {
  let isOpen = false
  let reads = 0

  function take(): void {
    if (!isOpen) {
      if (allowance.rounds === 0)
        throw new ReadLimitError('All rounds of reads for this block have run. The rest is read at the next block.')
      allowance.rounds -= 1
      ;[isOpen, reads] = [true, 0]
      // The reader also sends at the end of this turn.
      setImmediate(() => {
        isOpen = false
      })
    }
    if (reads === allowance.readsPerRound)
      throw new ReadLimitError('This round has made all of its reads. The rest is read at the next block.')
    reads += 1
  }

  return {
    ...reader,
    read: async (call) => {
      take()
      return reader.read(call)
    },
    tryRead: async (call) => {
      take()
      return reader.tryRead(call)
    },
  }
}
