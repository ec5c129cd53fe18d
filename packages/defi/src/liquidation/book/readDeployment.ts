import type { Deployment } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { LendingProtocol, UnloggedChanges } from '../../lending/protocol.ts'
import type { Account, Market } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookMarket } from './bookTypes.ts'
import { computeSumsWith } from './positionTable.ts'
import { findDoubt } from './proof.ts'

export type DeploymentQuestion = {
  readonly reader: BlockReader
  readonly chain: ChainName
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  /** As last read. */
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** Accounts to be read anew, by market. */
  readonly marked: ReadonlyMap<Market['id'], readonly Address[]>
  /** Ids of markets that logs have named and nobody has read; undefined: logs since the last reading were missed. */
  readonly named: readonly Market['id'][] | undefined
  /** All accounts that logs have named, marked or not. */
  readonly everybody: ReadonlySet<Address>
  /** Whether every account must be compared with its contract, whatever the market says of changes. */
  readonly comparesAll: boolean
}

export type DeploymentReading = {
  readonly markets: readonly Market[]
  /** Read at the same block: those marked, and whoever has changed without a log. */
  readonly accounts: ReadonlyMap<Market['id'], readonly Account[]>
}

/**
 * A deployment at one block: one round of questions, and more only where accounts may have changed without a log.
 *
 * @throws what the protocol throws
 */
export async function readDeployment(question: DeploymentQuestion): Promise<DeploymentReading> {
  const { reader, chain, protocol, deployment, marked, named } = question
  const known = [...question.markets.values()]
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
          : await readUnlogged(question, unlogged, one, now, found)
      return [one.market.id, [...found, ...changed]] as const
    }),
  )
  return { markets, accounts: new Map(accounts) }
}

/**
 * Accounts that changed without a log. Each known debtor is compared with the contract; if the sum of all debts is
 * not the market's even so, somebody owes who did not before, and everybody is.
 */
async function readUnlogged(
  { reader, protocol, deployment, marked, everybody, comparesAll }: DeploymentQuestion,
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
