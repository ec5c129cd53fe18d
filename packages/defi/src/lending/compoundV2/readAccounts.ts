import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { Account, Entry } from '../market.ts'
import { accrueReserve } from './accrue.ts'
import { comptrollerAbi, cTokenAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'
import { getMarkets } from './readMarket.ts'

/** For up to this many accounts, debts are read in all markets at once instead of in the entered ones afterwards. */
const fewAccounts = 8

type Holdings = {
  readonly account: Address
  readonly entered: ReadonlySet<string>
  /** Amounts by reserve. */
  readonly supplied: readonly bigint[]
  readonly borrowed: readonly bigint[]
}

/**
 * Reads accounts. A few accounts take one round of reads, and many take two. A cToken does not report the stored
 * principal and index of a debt, so the current debt and index are used instead. This stays exact for accounts that
 * borrowed or repaid in the reader's block. For others, later debts may be one base unit lower than the contract's,
 * never higher.
 */
export async function getAccounts(
  reader: BlockReader,
  market: CompoundV2Market,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  const [current, holdings] = await Promise.all([
    readCurrent(reader, market),
    Promise.all(accounts.map((account) => readHoldings(reader, market, account, accounts.length <= fewAccounts))),
  ])
  const reserves = current.reserves.map((reserve) => accrueReserve(reserve, reader.blockNumber))
  return holdings.map(({ account, entered, supplied, borrowed }): Account => {
    const entries = market.reserves.map(({ cToken }, reserve): Entry => {
      const owed = borrowed[reserve] ?? 0n
      const borrowIndex = reserves.find((one) => one.cToken === cToken)?.borrowIndex
      return {
        reserve,
        supplied: supplied[reserve] ?? 0n,
        isCollateral: entered.has(cToken),
        borrowed: owed,
        ...(owed > 0n && borrowIndex !== undefined && { borrowIndex }),
      }
    })
    const isRelevant = ({ reserve, supplied, borrowed, isCollateral }: Entry) =>
      // The Comptroller reverts for accounts that have entered a market without a price.
      supplied > 0n || borrowed > 0n || (isCollateral && reserves[reserve]?.price === 0n)
    return { address: account.toLowerCase() as Address, mode: 0, entries: entries.filter(isRelevant) }
  })
}

async function readCurrent(reader: BlockReader, market: CompoundV2Market): Promise<CompoundV2Market> {
  if (market.blockNumber === reader.blockNumber) return market
  const deployment = { address: market.id as Address, fromBlock: 0n }
  const [current] = await getMarkets(reader, market.chain, deployment, [market])
  return current
}

async function readHoldings(
  reader: BlockReader,
  { id, reserves }: CompoundV2Market,
  account: Address,
  inOneRound: boolean,
): Promise<Holdings> {
  const args = [account] as const
  const read = (functionName: 'balanceOf' | 'borrowBalanceCurrent', cToken: Address) =>
    reader.read({ address: cToken, abi: cTokenAbi, functionName, args })
  const [assets, supplied, debts] = await Promise.all([
    reader.read({ address: id as Address, abi: comptrollerAbi, functionName: 'getAssetsIn', args }),
    Promise.all(reserves.map(({ cToken }) => read('balanceOf', cToken))),
    inOneRound ? Promise.all(reserves.map(({ cToken }) => read('borrowBalanceCurrent', cToken))) : null,
  ])
  const entered = new Set(assets.map((cToken) => cToken.toLowerCase()))
  // An account enters a market when it borrows, and cannot exit it with debt.
  const borrowed =
    debts ??
    (await Promise.all(reserves.map(({ cToken }) => (entered.has(cToken) ? read('borrowBalanceCurrent', cToken) : 0n))))
  return { account, entered, supplied, borrowed }
}
