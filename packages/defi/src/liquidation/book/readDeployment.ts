import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { Account, Market } from '../../lending/market.ts'
import type { LendingProtocol, UnloggedChanges } from '../../lending/protocol.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookMarket } from './bookTypes.ts'
import { computeSumsWith } from './positionTable.ts'
import { findDoubt } from './proof.ts'

export type DeploymentRequest = {
  readonly reader: BlockReader
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  /** The markets as last read. */
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** Accounts to read again, by market. */
  readonly marked: ReadonlyMap<Market['id'], readonly Address[]>
  /** Unread markets that logs contain. Undefined if logs since the last read were missed. */
  readonly named: readonly Market['id'][] | undefined
  /** All accounts that logs have named, marked or not. */
  readonly everybody: ReadonlySet<Address>
  /** Whether to compare every account with its contract, even if the market shows no unlogged change. */
  readonly comparesAll: boolean
}

export type DeploymentReading = {
  readonly markets: readonly Market[]
  /** Marked accounts, and accounts that changed without a log, read at the same block. */
  readonly accounts: ReadonlyMap<Market['id'], readonly Account[]>
}

/**
 * Reads a deployment at one block. It makes one round of calls, and more only if accounts may have changed without a
 * log.
 *
 * @throws the protocol's errors
 */
export async function readDeployment(request: DeploymentRequest): Promise<DeploymentReading> {
  const { reader, chain, protocol, deployment, marked, named } = request
  const known = [...request.markets.values()]
  const before = known.map(({ market }) => market)
  const [markets, ...read] = await Promise.all([
    protocol.getMarkets(reader, chain, deployment, before.length > 0 ? before : undefined, named),
    ...known.map(async ({ market }) => {
      const accounts = marked.get(market.id) ?? []
      return accounts.length > 0 ? protocol.getAccounts(reader, market, accounts) : []
    }),
  ])
  const { unlogged } = protocol
  const accounts = await Promise.all(
    known.map(async (one, index) => {
      const found = read[index] ?? []
      const now = markets.find(({ id }) => id === one.market.id)
      const changed =
        unlogged === undefined || now === undefined || !haveSameTokens(one.market, now)
          ? []
          : await readUnlogged(request, unlogged, one, now, found)
      return [one.market.id, [...found, ...changed]] as const
    }),
  )
  return { markets, accounts: new Map(accounts) }
}

/**
 * Reads the accounts that changed without a log. It compares each known debtor with the contract. If the sum of all debts
 * still does not match the market, an account without debt has become a debtor, and it compares all accounts.
 */
async function readUnlogged(
  { reader, protocol, deployment, marked, everybody, comparesAll }: DeploymentRequest,
  { mayExist, findChanged }: UnloggedChanges,
  { market: before, table }: BookMarket,
  market: Market,
  read: readonly Account[],
): Promise<readonly Account[]> {
  if (!comparesAll && !mayExist(before, market)) return []
  const seen = new Set(marked.get(market.id) ?? [])
  const readChanged = async (accounts: readonly Account[]) => {
    const changed = accounts.length > 0 ? await findChanged(reader, market, accounts) : []
    return changed.length > 0 ? protocol.getAccounts(reader, market, changed) : []
  }
  const debtors = await readChanged([...table.accounts()].filter(({ address }) => !seen.has(address)))
  const sums = computeSumsWith(table, [...read, ...debtors], protocol.sums.toDebtShare)
  if (findDoubt(protocol, deployment, market, sums) === null) return debtors
  const others = [...everybody].filter((address) => !seen.has(address) && table.get(address) === undefined)
  return [...debtors, ...(await readChanged(others.map((address) => ({ address, mode: 0, entries: [] }))))]
}

export function haveSameTokens(a: Market, b: Market): boolean {
  return a.reserves.length === b.reserves.length && a.reserves.every(({ token }, i) => token === b.reserves[i]?.token)
}
