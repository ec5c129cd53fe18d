import type { Hex } from 'viem'

/** Blocks after which a simulation is repeated, because a token or a pool may have changed its behavior. */
export const validBlocks = 32
/** Blocks for which an old result applies while the repeated simulation is outstanding. */
export const usableBlocks = 64
/** Blocks before a retry if the provider cannot simulate. The provider may have been behind or just started. */
export const retryBlocks = 4

/** The block at which a result was observed. */
export type SeenBlock = { readonly number: bigint; readonly hash: Hex }

export type BlockAges = {
  /** Returns the latest block, and records it as part of the chain. */
  see(): SeenBlock
  /** Returns the age of a result in blocks. Returns infinity without a result or if a reorg has removed its block. */
  toAge(seen: { readonly block: SeenBlock } | null | undefined): number
}

const noBlock: SeenBlock = { number: 0n, hash: '0x' }

/** @param toLatest null before the first block */
export function createBlockAges(toLatest: () => SeenBlock | null): BlockAges {
  /** Hashes of the recent blocks that `see` has recorded, by number. */
  const chain = new Map<bigint, Hex>()

  function see(): SeenBlock {
    const { number, hash } = toLatest() ?? noBlock
    if (chain.get(number) !== hash) {
      for (const other of chain.keys())
        if (other >= number || other + BigInt(usableBlocks) < number) chain.delete(other)
      chain.set(number, hash)
    }
    return { number, hash }
  }
  return {
    see,
    toAge(seen) {
      const { number } = see()
      const isOfChain = seen && seen.block.number <= number && chain.get(seen.block.number) === seen.block.hash
      return isOfChain ? Number(number - seen.block.number) : Number.POSITIVE_INFINITY
    },
  }
}
