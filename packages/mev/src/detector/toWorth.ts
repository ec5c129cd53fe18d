import type { Finding } from '../finding.ts'
import type { DetectorState } from './state.ts'

/** Returns the value in wei that orders simulations. A pool with unknown code may report false reserves, so it counts as 0. */
export function toWorth({ isKnownPool }: DetectorState, { swaps, estimatedProfit }: Finding): bigint {
  return swaps.every(({ hops }) => hops.every(({ pool }) => isKnownPool(pool))) ? estimatedProfit : 0n
}
