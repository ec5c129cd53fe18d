import type { Hex } from 'viem'

/** A token or a pool may change its terms: what a simulation has shown is asked about again after so many blocks. */
export const validBlocks = 32
/** Until then the old answer counts while it is asked about again. */
export const usableBlocks = 64
/** A provider that says it cannot simulate may have been behind, or just started: it is asked again after so many blocks. */
export const retryBlocks = 4

/** The block at which something was seen. */
export type SeenBlock = { readonly number: bigint; readonly hash: Hex }

export type BlockAges = {
  /** The latest block, which is then known to be one of the chain. */
  see(): SeenBlock
  /** How many blocks ago something was seen; infinity where it never was, or at a block that has left the chain since. */
  toAge(seen: { readonly block: SeenBlock } | null | undefined): number
}

const noBlock: SeenBlock = { number: 0n, hash: '0x' }

/** @param toLatest null before the first block */
export function createBlockAges(toLatest: () => SeenBlock | null): BlockAges {
  /** Of the last blocks, those that were seen. */
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
