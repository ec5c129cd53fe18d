import type { Held, IndexHit } from './indexStore.ts'

/** Of a local index what a history asks. */
export type HistoryIndex = {
  /** Blocks that are held of an address; null where none are. */
  held(address: string): Held | null
  /** Transactions of an address up to a block, newest first, and all of the last block among them; null where none is held. */
  find(question: {
    readonly address: string
    readonly to: bigint
    readonly limit: number
  }): { readonly hits: readonly IndexHit[]; readonly held: Held } | null
}

/** Of the source, as `coverage` says it. */
export const indexName = 'address index'
