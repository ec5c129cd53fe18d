import type { Hex } from 'viem'

/** Blocks of an index that cover an address, both ends included. */
export type Held = { readonly fromBlock: number; readonly toBlock: number; readonly isWholeChain: boolean }

export type IndexHit = { readonly block: number; readonly index: number; readonly hash: Hex; readonly roles: number }

/** The part of a local index that histories use. */
export type HistoryIndex = {
  /** Blocks in the index that cover an address; null if none does. */
  held(address: string): Held | null
  /** Transactions of an address up to a block, newest first, with all of the last block; null if the address is not covered. */
  find(question: {
    readonly address: string
    readonly to: bigint
    readonly limit: number
  }): { readonly hits: readonly IndexHit[]; readonly held: Held } | null
}

/** Name of the source in `coverage`. */
export const indexName = 'address index'
