import type { Address } from 'viem'
import type { Account, Entry } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import { LendingReadError } from '../../reads/readErrors.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import { poolAbi, poolV3Abi, stableDebtTokenAbi, tokenAbi } from './abi.ts'
import { toUserFlags } from './math/configuration.ts'

/** Up to so many accounts are read completely: what is supplied without securing a debt, too, which has no flag. */
const fewAccounts = 4

type Flags = ReturnType<typeof toUserFlags>
const allFlags: Flags = { isBorrowing: true, isCollateral: true }

/** One round for a few accounts; two for many, of which only what is flagged is read. */
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
      `${account} is in e-mode category ${mode}, which the market was read without. Read the market again, without an earlier reading.`,
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
    const ofToken = { address, abi: stableDebtTokenAbi, args } as const
    return Promise.all([
      reader.read({ ...ofToken, functionName: 'principalBalanceOf' }),
      reader.read({ ...ofToken, functionName: 'getUserStableRate' }),
      reader.read({ ...ofToken, functionName: 'getUserLastUpdated' }),
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
