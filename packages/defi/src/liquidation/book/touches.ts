import { type ChainLog, type Head, matchesFilter, type ProviderPool, toNormalFilter } from '@outrigger/core'
import type { Address } from 'viem'
import type { Market } from '../../lending/market.ts'
import { ForeignLogsError } from './borrowerSearch.ts'
import type { Keeper } from './keeper.ts'
import { mergeFilters } from './logFilters.ts'

/** Accounts that a block has changed, by whom they concern; of all markets where none is named. */
export type Touches = readonly {
  readonly keeper: Keeper
  readonly market: Market['id'] | undefined
  readonly accounts: readonly Address[]
}[]

/**
 * Whom the logs of one block are about: one `eth_getLogs` for all keepers.
 *
 * @throws {AllProvidersFailedError}
 * @throws {ForeignLogsError} logs of another block were given
 */
export async function getTouches(
  pool: Pick<ProviderPool, 'send'>,
  { hash, number, provider }: Head,
  keepers: readonly Keeper[],
  signal: AbortSignal,
): Promise<Touches> {
  const following = keepers.filter(({ since }) => since !== null && since < number)
  if (following.length === 0) return []
  const filters = following.map((keeper) => toNormalFilter(keeper.accountLogs()))
  const { result: logs } = await pool.send<readonly ChainLog[]>(
    { method: 'eth_getLogs', params: [{ ...mergeFilters(filters), blockHash: hash }] },
    { signal, fresh: true, prefer: provider },
  )
  if (logs.some(({ blockHash }) => blockHash !== hash))
    throw new ForeignLogsError(`Block ${number} was answered with a log of another block.`)
  return logs.flatMap((log) =>
    following.flatMap((keeper, index) => {
      if (!matchesFilter(log, filters[index] ?? {})) return []
      const { market, accounts } = keeper.protocol.toTouch(log)
      return [{ keeper, market, accounts }]
    }),
  )
}
