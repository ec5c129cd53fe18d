import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import type { Account, Entry } from '../market.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { poolAbi, poolV3Abi, stableDebtTokenAbi, tokenAbi } from './abi.ts'
import { toUserFlags } from './math/configuration.ts'

/** Up to this many accounts are read completely, including supplies that are not collateral and have no flag. */
const fewAccounts = 4

type Flags = ReturnType<typeof toUserFlags>
const allFlags: Flags = { isBorrowing: true, isCollateral: true }

/**
 * Reads accounts. A few accounts take one round of reads. Many accounts take two rounds, which only read flagged
 * reserves.
 */
export async function readAccounts(
  reader: BlockReader,
  market: AaveMarket,
  accounts: readonly Address[],
): Promise<readonly Account[]> {
  return Promise.all(accounts.map((account) => readAccount(reader, market, account, accounts.length <= fewAccounts)))
}

async function readAccount(
  reader: BlockReader,
  market: AaveMarket,
  account: Address,
  isComplete: boolean,
): Promise<Account> {
  const args = [account] as const
  const address = market.id
  const [{ data }, mode, early] = await Promise.all([
    reader.read({ address, abi: poolAbi, functionName: 'getUserConfiguration', args }),
    market.rules.modes === 'none' ? 0n : reader.read({ address, abi: poolV3Abi, functionName: 'getUserEMode', args }),
    isComplete && Promise.all(market.reserves.map((reserve) => readHolding(reader, reserve, account, allFlags))),
  ])
  if (mode !== 0n && !market.modes.some(({ id }) => BigInt(id) === mode))
    throw new LendingReadError(
      `${account} is in e-mode category ${mode}, which is missing from the cached market. Read the market again without the cache.`,
    )
  const entries = await Promise.all(
    market.reserves.map(async (reserve, index): Promise<Entry | null> => {
      const flags = toUserFlags(data, reserve.id)
      const holding = early ? early[index] : await readHolding(reader, reserve, account, flags)
      if (holding === undefined || (holding.supplied === 0n && holding.borrowed === 0n && !holding.stable)) return null
      return { reserve: index, isCollateral: flags.isCollateral, ...holding }
    }),
  )
  return {
    address: account.toLowerCase() as Address,
    mode: Number(mode),
    entries: entries.filter((entry) => entry !== null),
  }
}

async function readHolding(
  reader: BlockReader,
  { aToken, variableDebtToken, stableDebtToken, stableDebt }: AaveReserve,
  account: Address,
  { isBorrowing, isCollateral }: Flags,
): Promise<Pick<Entry, 'supplied' | 'borrowed' | 'stable'>> {
  const args = [account] as const
  const scaledOf = (address: Address) => reader.read({ address, abi: tokenAbi, functionName: 'scaledBalanceOf', args })
  const stableOf = (address: Address) => {
    const contract = { address, abi: stableDebtTokenAbi, args } as const
    return Promise.all([
      reader.read({ ...contract, functionName: 'principalBalanceOf' }),
      reader.read({ ...contract, functionName: 'getUserStableRate' }),
      reader.read({ ...contract, functionName: 'getUserLastUpdated' }),
    ])
  }
  const [supplied, borrowed, stable] = await Promise.all([
    isCollateral ? scaledOf(aToken) : 0n,
    isBorrowing ? scaledOf(variableDebtToken) : 0n,
    isBorrowing && stableDebtToken !== null && stableDebt > 0n ? stableOf(stableDebtToken) : null,
  ])
  if (stable === null || stable[0] === 0n) return { supplied, borrowed }
  return { supplied, borrowed, stable: { principal: stable[0], rate: stable[1], lastUpdate: BigInt(stable[2]) } }
}
