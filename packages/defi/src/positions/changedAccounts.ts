import type { ChainLog } from '@outrigger/core'
import { getOrCreate, matchesFilter, toNormalFilter } from '@outrigger/core/internal'
import type { Address } from 'viem'
import type { Market } from '../lending/market.ts'
import { type ReadMarket, toMemoryKey } from '../lending/readMarkets.ts'

/**
 * Returns the accounts whose entries these logs may have changed, in the order of the logs. A debt of Compound III can move to
 * another account without a log.
 *
 * @param markets all markets of their deployments
 */
export function toChangedAccounts(logs: readonly ChainLog[], markets: readonly ReadMarket[]): readonly Address[] {
  const filters = groupByDeployment(markets).map(({ protocol, deployment, own }) => ({
    protocol,
    filter: toNormalFilter(protocol.accountLogs(deployment, own)),
  }))
  const accounts = logs.flatMap((log) =>
    filters.flatMap(({ protocol, filter }) =>
      matchesFilter(log, filter) ? protocol.toAccountChange(log).accounts : [],
    ),
  )
  return [...new Set(accounts)]
}

type Group = Omit<ReadMarket, 'market'> & { readonly own: Market[] }

function groupByDeployment(markets: readonly ReadMarket[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const { protocol, deployment, market } of markets)
    getOrCreate(groups, toMemoryKey(protocol, deployment), () => ({ protocol, deployment, own: [] })).own.push(market)
  return [...groups.values()]
}
