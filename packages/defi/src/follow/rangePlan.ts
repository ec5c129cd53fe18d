import { type BlockRange, countBlocks, greater, lesser, subtractRanges } from './ranges.ts'

const firstRange = 2_000n
/** A range is made larger while its answer is quick and short. */
const fewLogs = 2_000
const quickMs = 1_000
/** Requests that the pool may make of one range where providers limit them: what a crash may cost. */
const maxPieces = 16n
/** Ranges that must succeed after larger ones were refused, before a larger one is tried again. */
const maxCaution = 16

export type RangePlanOptions = {
  /** The blocks to be searched. */
  readonly whole: BlockRange
  /** Blocks that were searched before. */
  readonly searched: readonly BlockRange[]
  /** Most blocks of one range. */
  readonly maxRange: bigint
}

/** Cuts the blocks of a search into ranges, and learns how large they may be. */
export type RangePlan = {
  /** Share of the blocks that is searched, 0-1. */
  readonly progress: number
  /**
   * The next range; undefined when none is left.
   * @param limits most blocks that each provider is known to take at once; null where none is known
   */
  take(limits: readonly (bigint | null)[]): BlockRange | undefined
  succeeded(range: BlockRange, answer: { readonly logs: number; readonly tookMs: number }): void
  /** It is taken again, smaller. `isRefused`: the provider found it too much for one answer. */
  failed(range: BlockRange, isRefused: boolean): void
}

export function createRangePlan({ whole, searched, maxRange }: RangePlanOptions): RangePlan {
  const gaps = [...subtractRanges(whole, searched)]
  const total = Number(countBlocks([whole]))
  let left = Number(countBlocks(gaps))
  let size = lesser(maxRange, firstRange)
  /** Ranges that succeeded since the size was last changed, of those it takes to change it. */
  let [successes, caution] = [0, 1]

  function grow(): void {
    successes += 1
    if (successes < caution) return
    size = lesser(2n * size, maxRange)
    successes = 0
    caution = Math.max(1, caution / 2)
  }

  return {
    get progress() {
      return 1 - left / total
    },
    take(limits) {
      const gap = gaps.shift()
      if (gap === undefined) return undefined
      const limit = limits.map((one) => one ?? size).reduce(greater, 1n)
      const blocks = lesser(size, maxPieces * limit)
      if (gap.to - gap.from < blocks) return gap
      gaps.unshift({ from: gap.from + blocks, to: gap.to })
      return { from: gap.from, to: gap.from + blocks - 1n }
    },
    succeeded(range, { logs, tookMs }) {
      const blocks = countBlocks([range])
      left -= Number(blocks)
      if (logs < fewLogs && tookMs < quickMs && blocks >= size) grow()
    },
    failed(range, isRefused) {
      gaps.unshift(range)
      const blocks = countBlocks([range])
      if (blocks > size) return
      size = greater(1n, blocks / 2n)
      successes = 0
      if (isRefused) caution = Math.min(maxCaution, 4 * caution)
    },
  }
}
