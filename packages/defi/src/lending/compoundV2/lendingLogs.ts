import type { Deployment } from '@outrigger/calldata'
import type { ChainLog, LogFilter } from '@outrigger/core'
import { type Address, getAbiItem, type Hex, toEventSelector } from 'viem'
import type { AccountChange } from '../protocol.ts'
import { eventsAbi } from './lendingAbi.ts'
import type { CompoundV2Market } from './market.ts'

const selector = (name: (typeof eventsAbi)[number]['name']) => toEventSelector(getAbiItem({ abi: eventsAbi, name }))
const borrowed = selector('Borrow')
const transferred = selector('Transfer')

/** Index of the data word with the account. `Transfer` instead has two accounts in its topics. */
const accountWords = new Map<string, number>([
  [borrowed, 0],
  [selector('RepayBorrow'), 1],
  [selector('MarketEntered'), 1],
  [selector('MarketExited'), 1],
])

const cTokensOf = (markets: readonly CompoundV2Market[]): readonly Address[] =>
  markets.flatMap(({ reserves }) => reserves.map(({ cToken }) => cToken))

export const borrowLogs = (_: Deployment, markets: readonly CompoundV2Market[]): LogFilter => ({
  address: cTokensOf(markets),
  topics: [borrowed],
})

/** Minting, redeeming and seizing also emit a Transfer. */
export const accountLogs = ({ address }: Deployment, markets: readonly CompoundV2Market[]): LogFilter => ({
  address: [address, ...cTokensOf(markets)],
  topics: [[transferred, ...accountWords.keys()] as Hex[]],
})

export function toAccountChange({ address, topics, data }: ChainLog): AccountChange {
  const [event = '', ...indexed] = topics as readonly string[]
  const word = accountWords.get(event)
  const words = word === undefined ? indexed : [data.slice(2 + 64 * word, 2 + 64 * (word + 1))]
  const accounts = words.map((one) => `0x${one.slice(-40).toLowerCase()}` as Address)
  // A cToken is the sender when it mints and the recipient when it redeems.
  return { accounts: accounts.filter((account) => account !== address.toLowerCase()) }
}
