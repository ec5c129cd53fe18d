import type { Hex } from 'viem'
import type { Victim } from '../simulate/getSwapTrial.ts'
import type { Hop } from '../sizing/playSwap.ts'

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
