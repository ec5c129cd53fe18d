import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { Account, Entry } from '../market.ts'
import { cometAbi } from './lendingAbi.ts'
import { baseIndex, type CometMarket } from './market.ts'

/** Reads accounts in one round. */
export function getAccounts(
  reader: BlockReader,
  { id, reserves }: CometMarket,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  const contract = { address: id as Address, abi: cometAbi } as const

  async function readAccount(account: Address): Promise<Account> {
    const entries = await Promise.all(
      reserves.map(async ({ token }, reserve): Promise<Entry> => {
        if (reserve === baseIndex) {
          const [principal] = await reader.read({ ...contract, functionName: 'userBasic', args: [account] })
          const [supplied, borrowed] = principal < 0n ? [0n, -principal] : [principal, 0n]
          return { reserve, supplied, isCollateral: false, borrowed }
        }
        const [supplied] = await reader.read({ ...contract, functionName: 'userCollateral', args: [account, token] })
        return { reserve, supplied, isCollateral: true, borrowed: 0n }
      }),
    )
    const hasAny = ({ supplied, borrowed }: Entry) => supplied > 0n || borrowed > 0n
    return { address: account.toLowerCase() as Address, mode: 0, entries: entries.filter(hasAny) }
  }
  return Promise.all(accounts.map(readAccount))
}
