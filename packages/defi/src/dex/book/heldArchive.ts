import type { ChainName, Store } from '@outrigger/core'
import type { Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'

export type HeldPool = { readonly pool: KnownPool; readonly isWanted: boolean }

/** Which pools a book held, so that it holds them again after a restart. Their states are read anew: the chain has gone on. */
export type HeldArchive = {
  load(): Promise<readonly HeldPool[]>
  /** Null for those given up. */
  save(changes: ReadonlyMap<Hex, HeldPool | null>): void
  /** What is being written. */
  readonly ended: Promise<void>
}

/** In the store's collection `pools:<chain>:held`. */
export function createHeldArchive(store: Store, chain: ChainName): HeldArchive {
  const name = `pools:${chain}:held`
  const documents = store.collection<HeldPool>(name)
  let writing = Promise.resolve()
  return {
    load: async () => (await documents.list()).map(({ value }) => value),
    save(changes) {
      if (changes.size === 0) return
      const all = [...changes].map(([key, held]) => ({ collection: name, key, change: () => held ?? undefined }))
      // A pool that is missing there is found again when it is touched or wanted.
      writing = writing.then(() => store.commit(all)).catch(() => {})
    },
    get ended() {
      return writing
    },
  }
}
