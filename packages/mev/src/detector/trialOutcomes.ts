import { createBoundedMap } from '@outrigger/core/internal'
import type { SwapTrial } from '../simulate/getSwapTrial.ts'
import { type BlockAges, retryBlocks, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'
import { mostTimes } from './paidSwaps.ts'
import { type Trial, toPathKey } from './trySwaps.ts'

/** `trial` is null where it could not be made. `isDue`: it is to be made again, and counts until it was. */
export type Outcome = { readonly trial: SwapTrial | null; readonly isDue: boolean }

/** What trials of paths have shown in the last blocks. */
export type TrialOutcomes = {
  set(tried: Trial, trial: SwapTrial | null): void
  /** Where the swaps paid, that of a hardly smaller amount; where they did not, of a hardly larger one. */
  find(trial: Trial): Outcome | null
}

type Tried = { readonly trial: SwapTrial | null; readonly amountIn: bigint; readonly block: SeenBlock }

const maxOutcomes = 10_000

export function createTrialOutcomes({ see, toAge }: BlockAges): TrialOutcomes {
  const outcomes = createBoundedMap<string, Tried>(maxOutcomes)
  return {
    set({ paths, amountIn }, trial) {
      outcomes.set(toPathKey(paths.flat()), { trial, amountIn, block: see() })
    },
    find({ paths, amountIn }) {
      const tried = outcomes.get(toPathKey(paths.flat()))
      const age = toAge(tried)
      if (tried === undefined || age >= usableBlocks || !isAlike(tried, amountIn)) return null
      const isBeyond = tried.trial?.paid === true && amountIn > tried.amountIn
      return { trial: tried.trial, isDue: isBeyond || age >= (tried.trial === null ? retryBlocks : validBlocks) }
    },
  }
}

/** Amounts grow with the prices: what is a tenth more than what was tried counts while that is tried. */
function isAlike({ trial, amountIn: tried }: Tried, amountIn: bigint): boolean {
  if (trial === null) return true
  if (!trial.paid) return amountIn + amountIn / 8n >= tried
  return amountIn <= tried + tried / 10n && amountIn * mostTimes >= tried
}
