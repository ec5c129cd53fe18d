import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Hex, slice } from 'viem'
import type { CopiedCall } from '../detect/context.ts'
import { explainNotCopyable } from '../detect/frontrun/frontrun.ts'

/** A reported call. `unconfirmed` counts the blocks since its last successful simulation. */
export type ReportedCall = { readonly call: MempoolTransaction; readonly unconfirmed: number }

/** Stores pending calls that were simulated with another sender. */
export type CopiedCalls = {
  readonly reported: ReturnType<typeof createBoundedMap<Hex, ReportedCall>>
  /** Stores whether a call could be copied. */
  note(call: MempoolTransaction, copied: CopiedCall, blockNumber: bigint): void
  /** Returns whether a call's function is being skipped, because its last calls could not be copied. */
  isResting(call: MempoolTransaction, blockNumber: bigint): boolean
}

/** If `mostRefused` calls of a function in a row could not be copied, the function is skipped for `restBlocks` blocks. */
const mostRefused = 3
const restBlocks = 32n
const maxFunctions = 10_000
/** Largest number of reported calls to confirm in each block. */
const maxReported = 64

export function createCopiedCalls(): CopiedCalls {
  const refused = createBoundedMap<string, { readonly count: number; readonly blockNumber: bigint }>(maxFunctions)
  return {
    reported: createBoundedMap<Hex, ReportedCall>(maxReported),
    note(call, copied, blockNumber) {
      const key = toFunction(call)
      if (explainNotCopyable(copied) === null) refused.delete(key)
      else refused.set(key, { count: (refused.get(key)?.count ?? 0) + 1, blockNumber })
    },
    isResting(call, blockNumber) {
      const before = refused.get(toFunction(call))
      return before !== undefined && before.count >= mostRefused && blockNumber < before.blockNumber + restBlocks
    },
  }
}

/** Returns the key of a called function: the contract and the selector. */
const toFunction = ({ transaction: { to, input } }: MempoolTransaction): string => `${to}:${slice(input, 0, 4)}`
