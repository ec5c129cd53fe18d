import { retry } from '@outrigger/core/internal'
import type { Hex } from 'viem'

// After a minute it is unlikely that a provider still delivers the block.
const retryOptions = { minDelayMs: 50, maxDelayMs: 1000, maxTimeMs: 60_000 } as const

/** Repeats a read of a block until it returns true. Returns false if that does not happen in time. */
export type ReadUntilDone = (block: Hex, read: () => Promise<boolean>) => Promise<boolean>

class NotDoneError extends Error {}

/** @param isRemoved returns true if a block has left the chain, which ends the attempts */
export function createReadUntilDone(isRemoved: (block: Hex) => boolean, signal: AbortSignal): ReadUntilDone {
  return async (block, read) => {
    const readOnce = async () => {
      if (!(await read())) throw new NotDoneError()
      return !signal.aborted
    }
    return retry(readOnce, { ...retryOptions, signal, shouldRetry: () => !isRemoved(block) }).catch(() => false)
  }
}
