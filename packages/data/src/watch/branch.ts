/** The fields that identify a block of a branch. */
export type BranchBlock = {
  readonly number: bigint
  readonly hash: string
  /** Null for the first block. */
  readonly parentHash: string | null
}

/** Reported blocks, oldest first. Each block is the parent of the next. */
export type Branch<block extends BranchBlock> = readonly block[]

/** Maximum number of remembered blocks. A deeper reorganization is reported as a gap. */
const most = 256

/** The effect of the next block on a branch. */
export type Step<block extends BranchBlock> = {
  readonly branch: Branch<block>
  /**
   * `added`: the block continues the branch. `removed`: the last block was removed, because the new one does not follow it.
   * `none`: the block is already known.
   */
  readonly outcome: 'added' | 'removed' | 'none'
  /** The block added or removed. */
  readonly block: block
}

/**
 * Applies the next block of a chain. Numbers may be skipped, as with Solana's slots. If the block does not follow the
 * branch's last block, the last block is removed. The caller must then request the block at the removed block's
 * number.
 */
export function step<block extends BranchBlock>(branch: Branch<block>, block: block): Step<block> {
  const last = branch.at(-1)
  if (last === undefined || (block.number > last.number && block.parentHash === last.hash))
    return { branch: [...branch, block].slice(-most), outcome: 'added', block }
  if (block.hash === last.hash) return { branch, outcome: 'none', block }
  return { branch: branch.slice(0, -1), outcome: 'removed', block: last }
}
