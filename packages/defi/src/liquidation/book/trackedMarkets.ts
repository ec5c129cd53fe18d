import type { Deployment } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { BookMarket, ReadAccounts } from './bookTypes.ts'
import { createPositionTable, type PositionTable } from './positionTable.ts'
import { type DeploymentReading, haveSameTokens } from './readDeployment.ts'

export type TrackedMarkets = Map<Market['id'], BookMarket>

/**
 * Replaces known markets with the read ones. Returns the previous state of markets whose tokens have changed, because the
 * entries of their accounts refer to the old order of reserves.
 */
export function putReading(
  markets: TrackedMarkets,
  { markets: read, accounts }: DeploymentReading,
  owner: { readonly protocol: LendingProtocol; readonly deployment: Deployment },
): readonly BookMarket[] {
  for (const [id, changed] of accounts) for (const account of changed) markets.get(id)?.table.set(account)
  const ids = new Set(read.map(({ id }) => id))
  for (const id of markets.keys()) if (!ids.has(id)) markets.delete(id)
  return read.flatMap((market) => {
    const known = markets.get(market.id)
    const isSame = known !== undefined && haveSameTokens(known.market, market)
    const table = isSame ? known.table : createPositionTable(owner.protocol.sums.toDebtShare)
    markets.set(market.id, { ...owner, market, table })
    return known === undefined || isSame ? [] : [known]
  })
}

/** Replaces a market with the same market at other dollar values. */
export function revalueMarket(markets: TrackedMarkets, market: Market): void {
  const known = markets.get(market.id)
  if (known !== undefined && known.market !== market) markets.set(market.id, { ...known, market })
}

export const toMarkets = (markets: ReadonlyMap<Market['id'], BookMarket>): readonly Market[] =>
  [...markets.values()].map(({ market }) => market)

export const toAddresses = (table: PositionTable): readonly Address[] =>
  [...table.accounts()].map(({ address }) => address)

export function toReadAccounts({ id }: LendingProtocol, { accounts }: DeploymentReading): readonly ReadAccounts[] {
  return [...accounts].flatMap(([market, read]) =>
    read.length === 0 ? [] : [{ protocol: id, market, accounts: read.map(({ address }) => address) }],
  )
}
