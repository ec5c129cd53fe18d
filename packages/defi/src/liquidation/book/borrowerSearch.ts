import { type ChainLog, type LogFilter, type ProviderPool, RpcAnswerError, sleep } from '@outrigger/core'
import { getOrCreate, retry } from '@outrigger/core/internal'
import { type Address, isHex, numberToHex } from 'viem'
import type { AccountChange } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { BorrowerArchive, Borrowers } from './borrowerArchive.ts'
import { readCheckedLogs } from './checkedLogs.ts'
import { createRangePlan } from './rangePlan.ts'
import { type BlockRange, lesser } from './ranges.ts'
import { resumeSearch } from './resumeSearch.ts'

const parallel = 4
const retryMs = { min: 100, max: 5_000 }

export type BorrowerSearchOptions = {
  readonly pool: Pick<ProviderPool, 'send' | 'report'>
  readonly archive: BorrowerArchive
  readonly filter: LogFilter
  readonly toAccountChange: (log: ChainLog) => AccountChange
  /** The block of the deployment. One beyond `to` is of another chain, and means 0. */
  readonly fromBlock: bigint
  /** A head. */
  readonly to: bigint
  /** Most blocks of one range. */
  readonly maxRange: bigint
  readonly signal: AbortSignal
  /** May be told of an account several times. */
  readonly onFound: (market: Market['id'] | undefined, accounts: readonly Address[]) => void
  /** Share of the blocks searched, 0-1; after each range. */
  readonly onProgress: (progress: number) => void
  /** Why ranges fail at present; null when one succeeds again. */
  readonly onTrouble: (reason: string | null) => void
}

/**
 * Finds everybody who has ever borrowed. Goes on where an earlier search of the same archive was broken off, and keeps
 * what it finds range by range. Retries until all is searched.
 *
 * @throws only when its signal aborts
 */
export async function searchBorrowers(options: BorrowerSearchOptions): Promise<void> {
  const { pool, archive, to, maxRange, signal, onFound, onProgress, onTrouble } = options
  const whole: BlockRange = { from: options.fromBlock > to ? 0n : options.fromBlock, to }
  let failures = 0

  /** Tells of trouble when failures go on; how long to wait before the next try. */
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

  const { ranges, borrowers, keepTo } = await untilDone(() => resumeSearch(pool, archive, whole, signal))
  const known = createKnownBorrowers(borrowers)
  for (const [market, accounts] of borrowers) onFound(market === '*' ? undefined : market, [...accounts])
  const plan = createRangePlan({ whole, searched: ranges, maxRange })
  onProgress(plan.progress)

  async function searchRange(range: BlockRange): Promise<void> {
    const startedAt = performance.now()
    const changes = await readAccountChanges(options, range)
    const found = known.selectNew(changes)
    if (range.from <= keepTo) {
      await archive.add({ from: range.from, to: lesser(range.to, keepTo) }, found)
      // Not before they are kept, or a second attempt would leave them out.
      known.add(found)
    }
    for (const [market, accounts] of found) onFound(market === '*' ? undefined : market, [...accounts])
    plan.succeeded(range, { logs: changes.length, tookMs: performance.now() - startedAt })
  }

  async function work(): Promise<void> {
    const takeNext = () => plan.take(pool.report().endpoints.map(({ maxLogRange }) => maxLogRange))
    for (let range = takeNext(); range !== undefined; range = takeNext())
      try {
        await searchRange(range)
        failures = 0
        onTrouble(null)
        onProgress(plan.progress)
      } catch (error) {
        signal.throwIfAborted()
        const isRefused = error instanceof RpcAnswerError
        plan.failed(range, isRefused)
        // Providers refuse what is too much for one answer; that is no reason to wait.
        if (!isRefused || range.from === range.to) await sleep(noteFailure(error), signal)
        signal.throwIfAborted()
      }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  await untilDone(archive.compact)
}

/** What the logs of a range say. @throws {AllProvidersFailedError} @throws {UnrelatedLogsError} */
function readAccountChanges({ pool, filter, toAccountChange, signal }: BorrowerSearchOptions, range: BlockRange) {
  return readCheckedLogs(
    pool,
    {
      filter,
      blocks: { fromBlock: numberToHex(range.from), toBlock: numberToHex(range.to) },
      isOfBlocks({ blockNumber }) {
        const block = isHex(blockNumber) ? BigInt(blockNumber) : -1n
        return block >= range.from && block <= range.to
      },
      toChanges: (log) => [toAccountChange(log)],
    },
    { signal },
  )
}

/** Borrowers that are kept already, so that none is kept twice. */
function createKnownBorrowers(borrowers: Borrowers) {
  const known = new Map([...borrowers].map(([market, accounts]) => [market, new Set(accounts)]))
  return {
    selectNew(changes: readonly AccountChange[]): Borrowers {
      const found = new Map<Market['id'] | '*', Set<Address>>()
      for (const { market = '*', accounts } of changes) {
        const group = getOrCreate(found, market, () => new Set())
        for (const account of accounts) if (!known.get(market)?.has(account)) group.add(account)
      }
      return found
    },
    add(found: Borrowers): void {
      for (const [market, accounts] of found) {
        const group = getOrCreate(known, market, () => new Set())
        for (const account of accounts) group.add(account)
      }
    },
  }
}
