import type { PoolBookUpdate } from '@outrigger/defi/dex'
import type { Hex } from 'viem'

/** The latest blocks of a pool book, as one chain without forks. */
export type KeptBlocks = {
  /** Adds a block. Removes stored blocks with the same or a higher number, because a reorg has replaced them. */
  push(update: PoolBookUpdate): void
  get(hash: Hex): PoolBookUpdate | null
  /** Returns the parent of a block, or null if the pool book missed the parent or it has been evicted. */
  parentOf(hash: Hex): PoolBookUpdate | null
}

export function createKeptBlocks(max: number): KeptBlocks {
  let blocks: readonly PoolBookUpdate[] = []
  const indexOf = (hash: Hex) => blocks.findLastIndex((block) => block.hash === hash)
  return {
    push(update) {
      blocks = [...blocks.filter(({ number }) => number < update.number), update].slice(-max)
    },
    get: (hash) => blocks[indexOf(hash)] ?? null,
    parentOf(hash) {
      const index = indexOf(hash)
      const [parent, block] = [blocks[index - 1], blocks[index]]
      return parent && block && parent.number + 1n === block.number ? parent : null
    },
  }
}
