import type { Address } from 'viem'
import type { Account, Entry } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { accrueReserve } from './accrue.ts'
import { comptrollerAbi, cTokenAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'
import { getMarkets } from './readMarket.ts'

/** Of so few, debts are asked for in all markets at once instead of in those they turn out to have entered. */
const few = 8

type Holdings = {
  readonly account: Address
  readonly entered: ReadonlySet<string>
  /** By reserve. */
  readonly supplied: readonly bigint[]
  readonly borrowed: readonly bigint[]
}

/**
 * One round of reading for a few accounts, two for many. A cToken does not report the principal and index it keeps of a debt,
 * but what is owed now: that, and the index of now, stand for them. An account that has borrowed or repaid in the reader's
 * block is thus exact ever after; of others, later debts may come out lower than the contract's by a base unit, never
 * higher.
 */
export async function getAccounts(
  reader: BlockReader,
  market: CompoundV2Market,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  const [current, holdings] = await Promise.all([
    readCurrent(reader, market),
    Promise.all(accounts.map((account) => readHoldings(reader, market, account, accounts.length <= few))),
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
    const matters = ({ reserve, supplied, borrowed, isCollateral }: Entry) =>
      // The Comptroller judges nobody who has entered a market without a price.
      supplied > 0n || borrowed > 0n || (isCollateral && reserves[reserve]?.price === 0n)
    return { address: account.toLowerCase() as Address, mode: 0, entries: entries.filter(matters) }
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
  atOnce: boolean,
): Promise<Holdings> {
  const args = [account] as const
  const ask = (functionName: 'balanceOf' | 'borrowBalanceCurrent', cToken: Address) =>
    reader.read({ address: cToken, abi: cTokenAbi, functionName, args })
  const [assets, supplied, debts] = await Promise.all([
    reader.read({ address: id as Address, abi: comptrollerAbi, functionName: 'getAssetsIn', args }),
    Promise.all(reserves.map(({ cToken }) => ask('balanceOf', cToken))),
    atOnce ? Promise.all(reserves.map(({ cToken }) => ask('borrowBalanceCurrent', cToken))) : null,
  ])
  const entered = new Set(assets.map((cToken) => cToken.toLowerCase()))
  // An account that borrows enters, and none leaves with a debt.
  const borrowed =
    debts ??
    (await Promise.all(reserves.map(({ cToken }) => (entered.has(cToken) ? ask('borrowBalanceCurrent', cToken) : 0n))))
  return { account, entered, supplied, borrowed }
}
