import { OutriggerError } from '@outrigger/core'
import type { BlockReader } from '../../reads/blockReader.ts'

/** What one block may be asked is used up: the rest is asked at the next. */
export class ReadLimitError extends OutriggerError {
  readonly code = 'READ_LIMIT'
  override readonly retryable = true
}

/** How much may still be read at a block. */
export type ReadAllowance = {
  /** Rounds of questions, each one `eth_call`. */
  rounds: number
  readonly readsPerRound: number
}

/**
 * A reader that asks so many rounds of questions and no more: what goes beyond throws `ReadLimitError`. All that is asked in
 * one turn of the event loop is one round.
 */
export function limitReads(reader: BlockReader, allowance: ReadAllowance): BlockReader {
  let isOpen = false
  let reads = 0

  function take(): void {
    if (!isOpen) {
      if (allowance.rounds === 0) throw new ReadLimitError('The rounds of reads of this block are used up.')
      allowance.rounds -= 1
      ;[isOpen, reads] = [true, 0]
      // The reader sends at the end of this turn, too.
      setImmediate(() => {
        isOpen = false
      })
    }
    if (reads === allowance.readsPerRound) throw new ReadLimitError('The reads of this round are used up.')
    reads += 1
  }

  return {
    ...reader,
    read: async (wanted) => {
      take()
      return reader.read(wanted)
    },
    tryRead: async (wanted) => {
      take()
      return reader.tryRead(wanted)
    },
  }
}
