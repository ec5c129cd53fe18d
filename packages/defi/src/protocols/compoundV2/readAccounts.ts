import type { Address } from 'viem'
import type { BlockReader } from '../../lending/blockReader.ts'
import type { Account, Entry } from '../../lending/market.ts'
import { accrueReserve } from './accrue.ts'
import { comptrollerAbi, cTokenAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'
import { getMarkets } from './readMarket.ts'

/**
 * Two rounds of reading. A cToken does not tell the principal and index it keeps of a debt, but what is owed now: that, and
 * the index of now, stand for them. An account that has borrowed or repaid in the reader's block is thus exact ever after;
 * of others, later debts may come out lower than the contract's by a base unit, never higher.
 */
export async function getAccounts(
  reader: BlockReader,
  market: CompoundV2Market,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  const { chain, id, blockNumber } = market
  if (blockNumber !== reader.blockNumber) {
    const [current] = await getMarkets(reader, chain, { address: id as Address, fromBlock: 0n }, [market])
    return getAccounts(reader, current, accounts)
  }
  const reserves = market.reserves.map((reserve) => accrueReserve(reserve, blockNumber))

  async function readAccount(account: Address): Promise<Account> {
    const [assets, ...balances] = await Promise.all([
      reader.read({ address: id as Address, abi: comptrollerAbi, functionName: 'getAssetsIn', args: [account] }),
      ...reserves.map(({ cToken }) =>
        reader.read({ address: cToken, abi: cTokenAbi, functionName: 'balanceOf', args: [account] }),
      ),
    ])
    const entered = new Set(assets.map((cToken) => cToken.toLowerCase()))
    const entries = await Promise.all(
      reserves.map(async ({ cToken, borrowIndex }, reserve): Promise<Entry> => {
        const isCollateral = entered.has(cToken)
        // Who borrows enters, and nobody leaves with a debt.
        const borrowed = isCollateral
          ? await reader.read({
              ...{ address: cToken, abi: cTokenAbi },
              ...{ functionName: 'borrowBalanceCurrent', args: [account] },
            })
          : 0n
        const supplied = balances[reserve] ?? 0n
        return { reserve, supplied, isCollateral, borrowed, ...(borrowed > 0n && { borrowIndex }) }
      }),
    )
    const matters = ({ reserve, supplied, borrowed, isCollateral }: Entry) =>
      // The Comptroller judges nobody who has entered a market without a price.
      supplied > 0n || borrowed > 0n || (isCollateral && reserves[reserve]?.price === 0n)
    return { address: account.toLowerCase() as Address, mode: 0, entries: entries.filter(matters) }
  }
  return Promise.all(accounts.map(readAccount))
}
