import type { ChainName, Store } from '@outrigger/core'
import type { Hex } from 'viem'
import type { KnownPool } from './knownPool.ts'

export type KeptPool = { readonly pool: KnownPool; readonly isWanted: boolean }

/** Stores which pools a book kept, so that it keeps them again after a restart. Their states are read again. */
type KeptArchive = {
  load(): Promise<readonly KeptPool[]>
  /** A pool is null if it is no longer kept. */
  save(changes: ReadonlyMap<Hex, KeptPool | null>): void
  /** Resolves when all changes are written. */
  readonly ended: Promise<void>
}

/** Creates an archive in the store's collection `pools:<chain>:held`. */
export function createKeptArchive(store: Store, chain: ChainName): KeptArchive {
  const name = `pools:${chain}:held`
  const documents = store.collection<KeptPool>(name)
  let writing = Promise.resolve()
  return {
    load: async () => (await documents.list()).map(({ value }) => value),
    save(changes) {
      if (changes.size === 0) return
      const all = [...changes].map(([key, kept]) => ({ collection: name, key, change: () => kept ?? undefined }))
      // A lost write is harmless because a missing pool is found again when it is touched or requested.
      writing = writing.then(() => store.commit(all)).catch(() => {})
    },
    get ended() {
      return writing
    },
  }
}
