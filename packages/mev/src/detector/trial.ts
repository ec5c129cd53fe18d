import { createBoundedMap } from '@outrigger/core/internal'
import type { Hex } from 'viem'
import type { SwapTrial, Victim } from '../simulate/getSwapTrial.ts'
import type { Hop } from '../sizing/playSwap.ts'
import { type BlockAges, retryBlocks, type SeenBlock, usableBlocks, validBlocks } from './blockAge.ts'
import { mostTimes } from './paidSwaps.ts'

/** Paths to try in order on the current pools. The input of each swap is the output of the previous swap. */
export type Trial = {
  readonly paths: readonly (readonly Hop[])[]
  readonly amountIn: bigint
  /** Transaction that the paths follow. The trial is then valid for this amount only. */
  readonly victim?: Victim & { readonly hash: Hex }
}

export const toPathKey = (hops: readonly Hop[]) => hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`).join()

export const toTrialKey = ({ paths, amountIn, victim }: Trial) =>
  toPathKey(paths.flat()) + (victim === undefined ? '' : `:${victim.hash}:${amountIn}`)

/** Result of a trial. `trial` is null if it could not run. With `isDue`, the trial must be repeated and counts until then. */
export type Outcome = { readonly trial: SwapTrial | null; readonly isDue: boolean }

/** Stores the results of recent trials by path. */
export type TrialOutcomes = {
  set(tried: Trial, trial: SwapTrial | null): void
  /**
   * Returns the recent result that applies to the amount, or null. A trial that paid applies to amounts from an eighth of its own
   * amount up to a tenth more. A failed trial applies to larger and slightly smaller amounts.
   */
  find(trial: Trial): Outcome | null
}

type Tried = { readonly trial: SwapTrial | null; readonly amountIn: bigint; readonly block: SeenBlock }

const maxOutcomes = 10_000

export function createTrialOutcomes({ see, toAge }: BlockAges): TrialOutcomes {
  const outcomes = createBoundedMap<string, Tried>(maxOutcomes)
  return {
    set(tried, trial) {
      outcomes.set(toTrialKey(tried), { trial, amountIn: tried.amountIn, block: see() })
    },
    find(trial) {
      const { amountIn } = trial
      const tried = outcomes.get(toTrialKey(trial))
      const age = toAge(tried)
      if (tried === undefined || age >= usableBlocks || !isAlike(tried, amountIn)) return null
      const isBeyond = tried.trial?.paid === true && amountIn > tried.amountIn
      return { trial: tried.trial, isDue: isBeyond || age >= (tried.trial === null ? retryBlocks : validBlocks) }
    },
  }
}

/** Returns whether a trial applies to an amount. Amounts grow with prices, so an amount up to a tenth larger is accepted. */
function isAlike({ trial, amountIn: tried }: Tried, amountIn: bigint): boolean {
  if (trial === null) return true
  if (!trial.paid) return amountIn + amountIn / 8n >= tried
  return amountIn <= tried + tried / 10n && amountIn * mostTimes >= tried
}
