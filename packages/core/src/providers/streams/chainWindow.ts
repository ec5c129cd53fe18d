import type { Head } from '../poolTypes.ts'

/** The last blocks of the branch that is followed, ascending, each the parent of the next. */
export type ChainWindow = readonly Head[]

export type WindowStep = {
  readonly window: ChainWindow
  /** Highest first. */
  readonly removed: readonly Head[]
  /** Ascending. */
  readonly added: readonly Head[]
}

/** Where a block sits in the window; -1 if it is not part of it. */
export function indexInWindow(window: ChainWindow, hash: string, number: bigint): number {
  const [first] = window
  if (first === undefined) return -1
  const index = Number(number - first.number)
  return window[index]?.hash === hash ? index : -1
}

/**
 * Follows a branch, ascending and linked, whose first block is usually a child of a block of the window. Whatever the
 * window holds above that is removed. A branch that is not tied to the window either begins above it, a jump over
 * blocks that were not fetched, or replaces it as a whole.
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
 * The block to follow, given the latest one that each live provider shows; undefined to stay. A longer branch always
 * wins. One that is not longer is followed only when no provider shows the tip any more, so that providers on different
 * forks of the same height cannot make the stream flap.
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
