import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, type Hex, toEventHash, zeroAddress } from 'viem'
import type { AccountChange } from '../protocol.ts'
import type { AaveMarket } from './aaveMarket.ts'

/** The Borrow events of v2 and v3. The rate mode became an enum in v3. */
const borrows = ['uint256', 'uint8'].map((mode) =>
  toEventHash(`Borrow(address,address,address,uint256,${mode},uint256,uint16)`),
)
/** Topics of each event that contain accounts. */
const changes: ReadonlyMap<string, readonly number[]> = new Map([
  [toEventHash('Transfer(address,address,uint256)'), [1, 2]],
  [toEventHash('ReserveUsedAsCollateralEnabled(address,address)'), [2]],
  [toEventHash('ReserveUsedAsCollateralDisabled(address,address)'), [2]],
  [toEventHash('UserEModeSet(address,uint8)'), [1]],
])

/** Debt is not transferable, so every debtor has a Borrow event. This includes flash loans that became debt. */
export function toBorrowLogs({ address }: Deployment): LogFilter {
  return { address, topics: [borrows] }
}

/** Every mint and burn of aTokens and debt tokens also emits a Transfer. */
export function toAccountLogs({ address }: Deployment, markets: readonly AaveMarket[]): LogFilter {
  const tokens = markets.flatMap(({ reserves }) =>
    reserves.flatMap(({ aToken, variableDebtToken, stableDebtToken }) => [
      aToken,
      variableDebtToken,
      ...(stableDebtToken === null ? [] : [stableDebtToken]),
    ]),
  )
  return { address: [address, ...tokens], topics: [[...changes.keys()] as Hex[]] }
}

export function toAccountChange({ topics }: ChainLog): AccountChange {
  const [event = '', ...named] = topics
  const indexes = borrows.includes(event as Hex) ? [2] : (changes.get(event) ?? [])
  const accounts = indexes.map((index) => `0x${named[index - 1]?.slice(26)}`.toLowerCase() as Address)
  return { accounts: [...new Set(accounts)].filter((account) => account !== zeroAddress) }
}
