import type { Head } from '../poolTypes.ts'

/** The last blocks of the followed branch in ascending order. Each is the parent of the next. */
export type ChainWindow = readonly Head[]

export type WindowStep = {
  readonly window: ChainWindow
  /** Removed blocks, highest first. */
  readonly removed: readonly Head[]
  /** Added blocks, in ascending order. */
  readonly added: readonly Head[]
}

/** Returns the index of a block in the window, or -1. */
export function indexInWindow(window: ChainWindow, hash: string, number: bigint): number {
  const [first] = window
  if (first === undefined) return -1
  const index = Number(number - first.number)
  return window[index]?.hash === hash ? index : -1
}

/**
 * Follows a linked, ascending branch, whose first block is usually a child of a block of the window. Blocks of the window above
 * that block are removed. A branch that is not connected to the window either starts above it, after skipped blocks, or replaces
 * the window as a whole.
 */
export function followBranch(window: ChainWindow, branch: readonly Head[], size: number): WindowStep {
  const [first] = branch
  if (first === undefined) return { window, removed: [], added: [] }
  const fork = indexInWindow(window, first.parentHash, first.number - 1n)
  const isJump = fork === -1 && first.number > (window.at(-1)?.number ?? -1n)
  const kept = isJump ? [] : window.slice(0, fork + 1)
  return {
    window: [...kept, ...branch].slice(-size),
    removed: isJump ? [] : window.slice(fork + 1).reverse(),
    added: branch,
  }
}

/**
 * Chooses the block to follow, given the latest block of each live provider. Returns undefined to stay on the current
 * block. A longer branch always wins. Another branch is followed only if no provider shows the current tip any more.
 * Otherwise providers on different forks of the same height could make the stream switch back and forth.
 */
export function chooseTarget(window: ChainWindow, shown: Iterable<Head>): Head | undefined {
  const tip = window.at(-1)
  let best: Head | undefined
  let isTipShown = false
  for (const head of shown) {
    if (head.hash === tip?.hash) isTipShown = true
    else if (indexInWindow(window, head.hash, head.number) !== -1) continue
    else if (best === undefined || head.number > best.number) best = head
  }
  if (best === undefined || tip === undefined || best.number > tip.number) return best
  return isTipShown ? undefined : best
}
