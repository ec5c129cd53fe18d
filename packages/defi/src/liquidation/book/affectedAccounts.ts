import type { Head, ProviderPool } from '@outrigger/core'
import { matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import type { Address } from 'viem'
import { checkAccounts, readCheckedLogs } from '../../follow/checkedLogs.ts'
import type { Market } from '../../lending/market.ts'
import type { DeploymentTracker } from './deploymentTracker.ts'
import { mergeFilters } from './logFilters.ts'

/** Accounts that a block has changed, by market. Without a market they are changed in all markets. */
export type AffectedAccounts = readonly {
  readonly tracker: DeploymentTracker
  readonly market: Market['id'] | undefined
  readonly accounts: readonly Address[]
}[]

/**
 * Returns the accounts in the logs of one block, with one `eth_getLogs` for all trackers.
 *
 * @throws {AllProvidersFailedError}
 * @throws {UnrelatedLogsError} every provider returns malformed logs or logs of another block
 */
export async function getAffectedAccounts(
  pool: Pick<ProviderPool, 'send' | 'report'>,
  { hash, number, provider }: Head,
  trackers: readonly DeploymentTracker[],
  signal: AbortSignal,
): Promise<AffectedAccounts> {
  const following = trackers.filter(({ since }) => since !== null && since < number)
  if (following.length === 0) return []
  const filters = following.map((tracker) => toNormalFilter(tracker.accountLogs()))
  return readCheckedLogs(
    pool,
    {
      filter: mergeFilters(filters),
      blocks: { blockHash: hash },
      isOfBlocks: ({ blockHash }) => blockHash === hash,
      decode: (log) =>
        checkAccounts(
          following.flatMap((tracker, index) => {
            if (!matchesFilter(log, filters[index] ?? {})) return []
            const { market, accounts } = tracker.protocol.toAccountChange(log)
            return [{ tracker, market, accounts }]
          }),
        ),
    },
    { signal, fresh: true, prefer: provider },
  )
}
