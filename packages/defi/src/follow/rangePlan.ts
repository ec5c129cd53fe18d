import { type BlockRange, countBlocks, greater, lesser, subtractRanges } from './ranges.ts'

const firstRange = 2_000n
/** Ranges grow while answers are quick and short. */
const fewLogs = 2_000
const quickMs = 1_000
/** Requests that the pool may split one range into. A crash loses at most this much work. */
const maxPieces = 16n
/** After a refusal, at most this many ranges must succeed before a larger one is tried. */
const maxCaution = 16

export type RangePlanOptions = {
  /** The blocks to search. */
  readonly whole: BlockRange
  /** Blocks that were searched before. */
  readonly searched: readonly BlockRange[]
  /** Maximum number of blocks per range. */
  readonly maxRange: bigint
}

/** Divides the blocks of a search into ranges, and adapts their size to the providers. */
export type RangePlan = {
  /** Searched share of the blocks, 0-1. */
  readonly progress: number
  /**
   * Returns the next range, or undefined if none is left.
   * @param limits maximum range of each provider, in blocks; null if unknown
   */
  take(limits: readonly (bigint | null)[]): BlockRange | undefined
  succeeded(range: BlockRange, answer: { readonly logs: number; readonly tookMs: number }): void
  /** Schedules the range again in smaller parts. `isRefused`: the provider refused it as too large. */
  failed(range: BlockRange, isRefused: boolean): void
}

export function createRangePlan({ whole, searched, maxRange }: RangePlanOptions): RangePlan {
  const gaps = [...subtractRanges(whole, searched)]
  const total = Number(countBlocks([whole]))
  let left = Number(countBlocks(gaps))
  let size = lesser(maxRange, firstRange)
  /** Ranges that succeeded since the last change of size, and how many it takes to grow. */
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
