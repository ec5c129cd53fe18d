import type { ViewGap } from '../view/carryOut.ts'

/** A part of a transaction without a computed exposure. `noSwap`: the transaction has no known swap. */
export type ExposureGap = { readonly reason: ViewGap['reason'] | 'noSwap'; readonly what: string }

const reasons: { readonly [reason in ExposureGap['reason']]: string } = {
  noSwap: 'it is not a known swap',
  unknownPool: 'it uses a pool that no known factory created, or that is empty',
  ambiguousPool: 'its calldata allows several pools',
  unknownTokens: 'its tokens are unknown',
  hookedPool: 'the hooks of a Uniswap V4 pool determine its output',
  amountOnChain: 'its amount is decided while it runs',
  insufficientOutput: 'its limit is not met on the current pools',
  poolReverts: 'a pool cannot execute it',
  stateUnknown: 'the state of a Curve pool after it cannot be computed',
  taxedToken: 'its token has a transfer tax, which its router does not expect',
  unsellable: 'its token cannot be sold',
  refused: 'its contract rejects it, for example after its deadline or without enough ether',
  longPath: 'it goes through more than eight pools',
  repeatedPool: 'it goes through one pool twice',
  manySwaps: 'it has more than sixteen swaps, of which the first sixteen are computed',
  opaque: 'a part of its calldata is unknown',
  unknownLimit: 'its limit is checked in a way that cannot be computed',
  sharedLimit: 'its swaps share a limit, and their losses cannot be added up',
}

/** Describes a gap as a sentence. */
export const explainGap = ({ reason, what }: ExposureGap): string => `${what}: ${reasons[reason]}.`

const failures: ReadonlySet<string> = new Set<ExposureGap['reason']>([
  'insufficientOutput',
  'poolReverts',
  'taxedToken',
  'unsellable',
  'refused',
])

/** Returns true if a swap fails, so that nothing can be taken from it. The exposure of other gaps is unknown. */
export const isFailure = ({ reason }: ExposureGap): boolean => failures.has(reason)
