import { createBoundedMap } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toPairKey } from './poolVersion.ts'

const rememberedPairs = 10_000
const maxWaiting = 1_000
/** Each costs a question to every factory. */
const pairsPerReading = 8

/** Pairs of tokens whose pools the factories are to be asked for. */
export type PairLookups = {
  readonly size: number
  /** Does nothing for a pair that was asked for before. */
  add(tokens: readonly [Address, Address]): void
  /** The next ones; they stay until they are finished. */
  take(): readonly (readonly [Address, Address])[]
  finish(tokens: readonly [Address, Address], pools: readonly KnownPool[]): void
  /** A reorganisation may have taken what was found. */
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
