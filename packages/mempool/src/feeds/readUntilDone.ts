import { retry } from '@outrigger/core/internal'
import type { Hex } from 'viem'

// After a minute no provider shows a block that it does not show by now, and no reorganisation removes it.
const retryOptions = { minDelayMs: 50, maxDelayMs: 1000, maxTimeMs: 60_000 } as const

/** Repeats a read of a block until it answers true; false where that does not happen in time. */
export type ReadUntilDone = (block: Hex, read: () => Promise<boolean>) => Promise<boolean>

class NotDoneError extends Error {}

/** @param isRemoved whether a block has left the chain meanwhile, which ends the attempts */
export function createReadUntilDone(isRemoved: (block: Hex) => boolean, signal: AbortSignal): ReadUntilDone {
  return async (block, read) => {
    const readOnce = async () => {
      if (!(await read())) throw new NotDoneError()
      return !signal.aborted
    }
    return retry(readOnce, { ...retryOptions, signal, shouldRetry: () => !isRemoved(block) }).catch(() => false)
  }
}
