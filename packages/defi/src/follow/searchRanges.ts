import { type ChainLog, type ProviderPool, RpcAnswerError, sleep } from '@outrigger/core'
import { retry } from '@outrigger/core/internal'
import { isHex, numberToHex } from 'viem'
import { createRangePlan, type RangePlanOptions } from './rangePlan.ts'
import type { BlockRange } from './ranges.ts'

const parallel = 4
const retryMs = { min: 100, max: 5_000 }

/** The blocks to search, and how to search one range. */
export type RangeSearch = Omit<RangePlanOptions, 'maxRange'> & {
  /** @returns the number of logs in the range */
  readonly searchRange: (range: BlockRange) => Promise<number>
  /** Runs after the last range. */
  readonly finish?: () => Promise<void>
}

export type RangeSearchOptions = Pick<RangePlanOptions, 'maxRange'> & {
  readonly pool: Pick<ProviderPool, 'report'>
  readonly signal: AbortSignal
  /** Determines the blocks to search. */
  readonly begin: () => Promise<RangeSearch>
  /** Called after each range with the searched share of the blocks, 0-1. */
  readonly onProgress: (progress: number) => void
  /** Called with the reason when ranges keep failing, and with null when one succeeds again. */
  readonly onTrouble: (reason: string | null) => void
}

/**
 * Searches blocks in ranges as large as providers accept, four at once. Retries until all blocks are searched.
 *
 * @throws only when its signal aborts
 */
export async function searchRanges(options: RangeSearchOptions): Promise<void> {
  const { pool, maxRange, signal, begin, onProgress, onTrouble } = options
  let failures = 0

  /** Reports repeated failures. Returns the delay before the next attempt, in milliseconds. */
  function noteFailure(error: unknown): number {
    failures += 1
    if (failures > parallel && !signal.aborted) onTrouble((error as Error).message)
    return Math.min(retryMs.max, retryMs.min * 2 ** Math.min(failures - 1, 8))
  }
  const untilDone = <result>(step: () => Promise<result>): Promise<result> =>
    retry(
      () =>
        step().catch((error) => {
          noteFailure(error)
          throw error
        }),
      { minDelayMs: retryMs.min, maxDelayMs: retryMs.max, signal },
    )

  const { searchRange, finish, ...rest } = await untilDone(begin)
  const plan = createRangePlan({ ...rest, maxRange })
  onProgress(plan.progress)

  async function work(): Promise<void> {
    const takeNext = () => plan.take(pool.report().endpoints.map(({ maxLogRange }) => maxLogRange))
    for (let range = takeNext(); range !== undefined; range = takeNext())
      try {
        const startedAt = performance.now()
        const logs = await searchRange(range)
        plan.succeeded(range, { logs, tookMs: performance.now() - startedAt })
        failures = 0
        onTrouble(null)
        onProgress(plan.progress)
      } catch (error) {
        signal.throwIfAborted()
        const isRefused = error instanceof RpcAnswerError
        plan.failed(range, isRefused)
        // A refusal means that the range was too large. A smaller one needs no delay.
        if (!isRefused || range.from === range.to) await sleep(noteFailure(error), signal)
        signal.throwIfAborted()
      }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  if (finish) await untilDone(finish)
}

/** The blocks of a range for `readCheckedLogs`. */
export const toRangeBlocks = ({ from, to }: BlockRange) => ({
  blocks: { fromBlock: numberToHex(from), toBlock: numberToHex(to) },
  isOfBlocks({ blockNumber }: Pick<ChainLog, 'blockNumber'>) {
    const block = isHex(blockNumber) ? BigInt(blockNumber) : -1n
    return block >= from && block <= to
  },
})
