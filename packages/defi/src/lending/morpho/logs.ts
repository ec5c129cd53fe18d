import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type AbiEvent, type Address, getAbiItem, type Hex, toEventSelector } from 'viem'
import type { AccountChange } from '../protocol.ts'
import { eventsAbi } from './morphoAbi.ts'

type EventName = Exclude<(typeof eventsAbi)[number]['name'], 'CreateMarket'>

/** The topic of each event with the account whose position it changes. */
const accountTopics = {
  Supply: 3,
  Withdraw: 2,
  Borrow: 2,
  Repay: 3,
  SupplyCollateral: 3,
  WithdrawCollateral: 2,
  Liquidate: 3,
} as const satisfies Record<EventName, number>

const selector = (name: EventName | 'CreateMarket') => toEventSelector(getAbiItem({ abi: eventsAbi, name }) as AbiEvent)
const topicOf = new Map<string, number>(
  Object.entries(accountTopics).map(([name, topic]) => [selector(name as EventName), topic]),
)

const created = selector('CreateMarket')
const borrowed = selector('Borrow')
const supplied = selector('Supply')

/** Filter of logs for the creation of every market. */
export const createLogs = ({ address }: Deployment): LogFilter => ({ address, topics: [created] })
export const borrowLogs = ({ address }: Deployment): LogFilter => ({ address, topics: [borrowed] })
/** Filter of logs for the first debt and the first supply of every market. */
export const useLogs = ({ address }: Deployment): LogFilter => ({ address, topics: [[borrowed, supplied]] })
/** Filter of logs for changes of accounts. There is no log for the shares that the fee recipient gets. */
export const accountLogs = ({ address }: Deployment): LogFilter => ({ address, topics: [[...topicOf.keys()] as Hex[]] })

export function toAccountChange({ topics }: ChainLog): AccountChange {
  const [event = '', market] = topics as readonly string[]
  const place = topicOf.get(event.toLowerCase())
  const accounts = place === undefined ? [] : [`0x${topics[place]?.slice(-40).toLowerCase()}` as Address]
  return market === undefined ? { accounts } : { market: market.toLowerCase() as Hex, accounts }
}
