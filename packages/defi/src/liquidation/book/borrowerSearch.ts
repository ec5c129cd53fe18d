import type { ChainLog, LogFilter, ProviderPool } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { checkAccounts, readCheckedLogs } from '../../follow/checkedLogs.ts'
import { type BlockRange, lesser } from '../../follow/ranges.ts'
import { resumeSearch } from '../../follow/resumeSearch.ts'
import { searchRanges, toRangeBlocks } from '../../follow/searchRanges.ts'
import type { Market } from '../../lending/market.ts'
import type { AccountChange } from '../../lending/protocol.ts'
import type { BorrowerArchive, Borrowers } from './borrowerArchive.ts'

export type BorrowerSearchOptions = {
  readonly pool: Pick<ProviderPool, 'send' | 'report'>
  readonly archive: BorrowerArchive
  readonly filter: LogFilter
  readonly toAccountChange: (log: ChainLog) => AccountChange
  /** The block of the deployment. A block beyond `to` belongs to another chain and counts as 0. */
  readonly fromBlock: bigint
  /** Number of a head. */
  readonly to: bigint
  /** Maximum number of blocks per range. */
  readonly maxRange: bigint
  readonly signal: AbortSignal
  /** May be called with an account several times. */
  readonly onFound: (market: Market['id'] | undefined, accounts: readonly Address[]) => void
  /** Called after each range with the searched share of the blocks, 0-1. */
  readonly onProgress: (progress: number) => void
  /** Called with the reason when ranges keep failing, and with null when one succeeds again. */
  readonly onTrouble: (reason: string | null) => void
}

/**
 * Finds every account that has ever borrowed. It resumes an earlier search of the same archive, and stores the results of
 * each range. Retries until all blocks are searched.
 *
 * @throws only when its signal aborts
 */
export async function searchBorrowers(options: BorrowerSearchOptions): Promise<void> {
  const { pool, archive, to, signal, onFound } = options
  const whole: BlockRange = { from: options.fromBlock > to ? 0n : options.fromBlock, to }
  const report = (found: Borrowers) => {
    for (const [market, accounts] of found) onFound(market === '*' ? undefined : market, [...accounts])
  }
  await searchRanges({
    ...options,
    async begin() {
      const { ranges, borrowers, keepTo } = await resumeSearch(pool, archive, whole, signal)
      const known = createKnownBorrowers(borrowers)
      report(borrowers)
      return {
        whole,
        searched: ranges,
        async searchRange(range) {
          const changes = await readChanges(options, range)
          const found = known.selectNew(changes)
          if (range.from <= keepTo) {
            await archive.add({ from: range.from, to: lesser(range.to, keepTo) }, found)
            // Only after they are stored, or a retry would omit them.
            known.add(found)
          }
          report(found)
          return changes.length
        },
        finish: archive.compact,
      }
    },
  })
}

/** Reads the account changes in a range. @throws {AllProvidersFailedError} @throws {UnrelatedLogsError} */
function readChanges({ pool, filter, toAccountChange, signal }: BorrowerSearchOptions, range: BlockRange) {
  return readCheckedLogs(
    pool,
    { filter, ...toRangeBlocks(range), decode: (log) => checkAccounts([toAccountChange(log)]) },
    { signal },
  )
}

/** Tracks the stored borrowers, so that each is stored once. */
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
