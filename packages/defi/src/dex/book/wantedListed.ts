import { createBoundedMap } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'
import { toListedPool } from './listedPools.ts'
import type { ListAnswer, ListQuestion, PoolList } from './listTypes.ts'

type CoinsAnswer = Extract<ListAnswer, { readonly ask: 'coins' }>

/** Addresses that a factory is asked about because somebody takes them for its pools. */
export type WantedListed = {
  /** Open questions. */
  readonly waiting: number
  questions(): Iterable<ListQuestion>
  /** Does nothing for one that was asked about before. */
  want(address: Address): void
  has(address: Address): boolean
  /** Returns pools that are new. */
  take(blockNumber: bigint, answer: CoinsAnswer): readonly KnownPool[]
  /** Ids of pools that have left the chain since this was last asked. */
  takeGone(): readonly Hex[]
  undo(blockNumber: bigint): void
}

const remembered = 10_000
/** Calldata may name any address. */
const maxWaiting = 500

export function createWantedListed(list: PoolList): WantedListed {
  const waiting = new Set<Address>()
  /** With the block of the answer. */
  const answered = createBoundedMap<Address, { readonly at: bigint; readonly isPool: boolean }>(remembered)
  const gone: Hex[] = []
  return {
    get waiting() {
      return waiting.size
    },
    *questions() {
      for (const pool of waiting) yield { ask: 'coins', list, pool }
    },
    want(address) {
      if (!answered.has(address) && waiting.size < maxWaiting) waiting.add(address)
    },
    has: (address) => waiting.has(address),
    take(blockNumber, { pool, coins }) {
      waiting.delete(pool)
      if (coins === null && answered.get(pool)?.isPool) gone.push(pool)
      answered.set(pool, { at: blockNumber, isPool: coins !== null })
      return coins === null ? [] : [toListedPool(list, pool, coins)]
    },
    takeGone: () => gone.splice(0),
    undo(blockNumber) {
      for (const [pool, { at }] of answered.entries() as Iterable<[Address, { readonly at: bigint }]>)
        if (at >= blockNumber) waiting.add(pool)
    },
  }
}
