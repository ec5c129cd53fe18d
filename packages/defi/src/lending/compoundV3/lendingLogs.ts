import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, getAbiItem, type Hex, toEventSelector, zeroAddress } from 'viem'
import type { AccountChange } from '../protocol.ts'
import { eventsAbi } from './lendingAbi.ts'

type EventName = (typeof eventsAbi)[number]['name']

/** The topics of each event with accounts whose entries it changes. */
const accountTopics = {
  Supply: [2],
  Transfer: [1, 2],
  Withdraw: [1],
  SupplyCollateral: [2],
  TransferCollateral: [1, 2],
  WithdrawCollateral: [1],
  AbsorbDebt: [2],
} as const satisfies Record<EventName, readonly number[]>

const selector = (name: EventName) => toEventSelector(getAbiItem({ abi: eventsAbi, name }))
const topicsOf = new Map<string, readonly number[]>(
  Object.entries(accountTopics).map(([name, topics]) => [selector(name as EventName), topics]),
)
const collateralReceived = [selector('SupplyCollateral'), selector('TransferCollateral')]

/**
 * Filter of logs for accounts that received collateral, because no account can have debt without it. A debt itself may have
 * no log: `transferAsset` of the base token only emits a `Transfer` of supplied amounts.
 *
 * @see https://github.com/compound-finance/comet/issues/816
 */
export const borrowLogs = ({ address }: Deployment): LogFilter => ({ address, topics: [collateralReceived] })

/** Filter of logs for changes of entries. Transfers of the base token that only change debts have no log (see `borrowLogs`). */
export const accountLogs = ({ address }: Deployment): LogFilter => ({
  address,
  topics: [[...topicsOf.keys()] as Hex[]],
})

export function toAccountChange({ topics }: ChainLog): AccountChange {
  const [event = ''] = topics as readonly string[]
  const accounts = (topicsOf.get(event) ?? []).map(
    (index) => `0x${topics[index]?.slice(-40).toLowerCase() ?? ''}` as Address,
  )
  return { accounts: accounts.filter((account) => account !== zeroAddress) }
}
