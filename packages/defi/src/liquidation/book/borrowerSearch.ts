import type { ChainLog, LogFilter, ProviderPool } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { checkAccounts, readCheckedLogs } from '../../follow/checkedLogs.ts'
import { type BlockRange, lesser } from '../../follow/ranges.ts'
import { resumeSearch } from '../../follow/resumeSearch.ts'
import { searchRanges, toRangeBlocks } from '../../follow/searchRanges.ts'
import type { AccountChange } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { BorrowerArchive, Borrowers } from './borrowerArchive.ts'

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
  /** May get an account several times. */
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
  const { pool, archive, to, signal, onFound } = options
  const whole: BlockRange = { from: options.fromBlock > to ? 0n : options.fromBlock, to }
  const tellFound = (found: Borrowers) => {
    for (const [market, accounts] of found) onFound(market === '*' ? undefined : market, [...accounts])
  }
  await searchRanges({
    ...options,
    async begin() {
      const { ranges, borrowers, keepTo } = await resumeSearch(pool, archive, whole, signal)
      const known = createKnownBorrowers(borrowers)
      tellFound(borrowers)
      return {
        whole,
        searched: ranges,
        async searchRange(range) {
          const changes = await readChanges(options, range)
          const found = known.selectNew(changes)
          if (range.from <= keepTo) {
            await archive.add({ from: range.from, to: lesser(range.to, keepTo) }, found)
            // Not before they are kept, or a second attempt would leave them out.
            known.add(found)
          }
          tellFound(found)
          return changes.length
        },
        finish: archive.compact,
      }
    },
  })
}

/** What the logs of a range say. @throws {AllProvidersFailedError} @throws {UnrelatedLogsError} */
function readChanges({ pool, filter, toAccountChange, signal }: BorrowerSearchOptions, range: BlockRange) {
  return readCheckedLogs(
    pool,
    { filter, ...toRangeBlocks(range), decode: (log) => checkAccounts([toAccountChange(log)]) },
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
