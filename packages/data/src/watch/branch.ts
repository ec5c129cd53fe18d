/** What identifies a block of a branch. */
export type BranchBlock = {
  readonly number: bigint
  readonly hash: string
  /** Null of the first block. */
  readonly parentHash: string | null
}

/** Blocks that were reported, oldest first, each the parent of the next. */
export type Branch<block extends BranchBlock> = readonly block[]

/** Most blocks that are remembered: a deeper reorganisation is a gap. */
const most = 256

/** What a block that is read next makes of a branch. */
export type Step<block extends BranchBlock> = {
  readonly branch: Branch<block>
  /** `added` continues it; `removed` is its last one, which the block does not follow; `none` is known already. */
  readonly outcome: 'added' | 'removed' | 'none'
  /** The block added or removed. */
  readonly block: block
}

/**
 * The next block of a chain, which may skip numbers as slots of Solana do. One that does not follow the branch's last takes it
 * away: ask for the block at that number then.
 */
export function step<block extends BranchBlock>(branch: Branch<block>, block: block): Step<block> {
  const last = branch.at(-1)
  if (last === undefined || (block.number > last.number && block.parentHash === last.hash))
    return { branch: [...branch, block].slice(-most), outcome: 'added', block }
  if (block.hash === last.hash) return { branch, outcome: 'none', block }
  return { branch: branch.slice(0, -1), outcome: 'removed', block: last }
}
