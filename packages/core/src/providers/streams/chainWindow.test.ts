import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Head } from '../poolTypes.ts'
import { type ChainWindow, chooseTarget, followBranch, indexInWindow } from './chainWindow.ts'

const toHash = (id: number) => `0x${id.toString(16).padStart(64, '0')}` as const
const head = (number: number, id: number, parentId: number, provider = 'a'): Head => ({
  number: BigInt(number),
  hash: toHash(id),
  parentHash: toHash(parentId),
  timestamp: BigInt(number),
  provider,
  removed: false,
  header: {},
})

/** A random tree of blocks. Each block is the child of an earlier one. */
const tree = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 80 }).map((choices) => {
  const blocks = [head(100, 1, 0)]
  for (const [index, choice] of choices.entries()) {
    // Most blocks extend the end of the tree, where reorganizations happen.
    const parent = blocks[Math.max(0, blocks.length - 1 - (choice % 7))] as Head
    blocks.push(head(Number(parent.number) + 1, index + 2, Number(parent.hash)))
  }
  return blocks
})

const branchTo = (blocks: readonly Head[], target: Head): readonly Head[] => {
  const parent = blocks.find(({ hash }) => hash === target.parentHash)
  return parent === undefined ? [target] : [...branchTo(blocks, parent), target]
}

describe('followBranch', () => {
  it('always yields the branch of the last target, each event once, removed before added', () => {
    fc.assert(
      fc.property(tree, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (blocks, picks) => {
        let window: ChainWindow = []
        // The chain of a consumer that applies only the events.
        const chain: Head[] = []
        for (const pick of picks) {
          const target = blocks[pick % blocks.length] as Head
          const branch = branchTo(blocks, target)
          const fork = branch.findLastIndex(({ hash, number }) => indexInWindow(window, hash, number) !== -1)
          const step = followBranch(window, branch.slice(fork + 1), 256)
          for (const { hash } of step.removed) expect(chain.pop()?.hash).toBe(hash)
          for (const added of step.added) {
            expect(chain.some(({ hash }) => hash === added.hash)).toBe(false)
            if (chain.length > 0) expect(added.parentHash).toBe(chain.at(-1)?.hash)
            chain.push(added)
          }
          window = step.window
          expect(chain).toEqual(window)
          if (fork < branch.length - 1) expect(chain.at(-1)).toBe(target)
        }
      }),
    )
  })

  it('stays bounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60 }), (size, length) => {
        let window: ChainWindow = []
        for (let i = 1; i <= length; i += 1) window = followBranch(window, [head(i, i, i - 1)], size).window
        expect(window.length).toBe(Math.min(size, length))
        expect(window.at(-1)?.number).toBe(BigInt(length))
      }),
    )
  })

  it('jumps ahead without taking back reported blocks', () => {
    const { removed, added, window } = followBranch([head(1, 1, 0), head(2, 2, 1)], [head(9000, 9, 8)], 256)
    expect(removed).toEqual([])
    expect([added.length, window.length]).toEqual([1, 1])
  })

  it('takes back the whole window if the branch starts below it', () => {
    const { removed, window } = followBranch([head(10, 10, 9), head(11, 11, 10)], [head(5, 5, 4), head(6, 6, 5)], 256)
    expect(removed.map(({ number }) => number)).toEqual([11n, 10n])
    expect(window.map(({ number }) => number)).toEqual([5n, 6n])
  })
})

describe('chooseTarget', () => {
  const window = [head(1, 1, 0), head(2, 2, 1), head(3, 3, 2)]
  const tip = window[2] as Head

  it('stays at the tip if an older block of the same chain is shown', () => {
    expect(chooseTarget(window, [tip])).toBeUndefined()
    expect(chooseTarget(window, [window[0] as Head])).toBeUndefined()
    expect(chooseTarget(window, [])).toBeUndefined()
  })

  it('follows a longer branch from any provider', () => {
    const longer = head(5, 50, 40, 'b')
    expect(chooseTarget(window, [tip, longer, head(4, 4, 3)])).toBe(longer)
  })

  it('follows a branch that is not longer only when no provider shows the tip any more', () => {
    const same = head(3, 30, 2, 'b')
    const lower = head(2, 20, 1, 'a')
    expect(chooseTarget(window, [tip, same, lower])).toBeUndefined()
    expect(chooseTarget(window, [lower, same])).toBe(same)
    expect(chooseTarget(window, [lower])).toBe(lower)
  })

  it('does not flap between two providers on forks of the same height', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (shows) => {
        let followed = window as ChainWindow
        const latest = new Map<string, Head>()
        const seen: string[] = []
        for (const isA of shows) {
          const shown = isA ? head(4, 40, 3, 'a') : head(4, 41, 3, 'b')
          latest.set(shown.provider, shown)
          const target = chooseTarget(followed, latest.values())
          if (target === undefined) continue
          seen.push(target.hash)
          followed = followBranch(followed.slice(0, 3), [target], 256).window
        }
        expect(seen.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
