import { dexFactories } from '@outrigger/calldata'

/** DEXes whose factories are known, so that a pool of theirs is what it says it is. */
export function toKnownDexes(): ReadonlySet<string> {
  return new Set(dexFactories.map(({ id }) => id))
}
