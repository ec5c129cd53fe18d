import type { Hop } from '../sizing/playSwap.ts'

/** Paths to try in order on the current pools. The input of each swap is the output of the previous swap. */
export type Trial = { readonly paths: readonly (readonly Hop[])[]; readonly amountIn: bigint }

export const toPathKey = (hops: readonly Hop[]) => hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn}`).join()
