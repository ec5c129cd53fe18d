import { createBoundedMap } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toPairKey } from './poolVersion.ts'

const rememberedPairs = 10_000
const maxWaiting = 1_000
/** Each pair costs one call to every factory. */
const pairsPerReading = 8

/** Looks up the pools of pairs of tokens at the factories. */
export type PairLookups = {
  readonly size: number
  /** Does nothing for a pair that was added before. */
  add(tokens: readonly [Address, Address]): void
  /** Returns the next pairs. They stay queued until `finish`. */
  take(): readonly (readonly [Address, Address])[]
  finish(tokens: readonly [Address, Address], pools: readonly KnownPool[]): void
  /** Forgets past results because a reorg may have removed pools. */
  forget(): void
}

export function createPairLookups(onFound: (pools: readonly KnownPool[]) => void): PairLookups {
  const waiting = new Map<string, readonly [Address, Address]>()
  const done = createBoundedMap<string, true>(rememberedPairs)
  return {
    get size() {
      return waiting.size
    },
    add(tokens) {
      const key = toPairKey(...tokens)
      if (!done.has(key) && waiting.size < maxWaiting) waiting.set(key, tokens)
    },
    take: () => [...waiting.values()].slice(0, pairsPerReading),
    finish(tokens, pools) {
      const key = toPairKey(...tokens)
      waiting.delete(key)
      done.set(key, true)
      onFound(pools)
    },
    forget: () => done.clear(),
  }
}
