import type { Hex } from 'viem'

/** Blocks of an index that cover an address, both ends included. */
export type Held = { readonly fromBlock: number; readonly toBlock: number; readonly isWholeChain: boolean }

export type IndexHit = { readonly block: number; readonly index: number; readonly hash: Hex; readonly roles: number }

/** The part of a local index that histories use. */
export type HistoryIndex = {
  /** Returns the blocks in the index that cover an address. Null if no block does. */
  held(address: string): Held | null
  /**
   * Returns the transactions of an address up to a block, newest first. The last block is always complete. Null if
   * the address is not covered.
   */
  find(question: {
    readonly address: string
    readonly to: bigint
    readonly limit: number
  }): { readonly hits: readonly IndexHit[]; readonly held: Held } | null
}

/** Name of the source in `coverage`. */
export const indexName = 'address index'
