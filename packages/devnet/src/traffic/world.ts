import { OutriggerError } from '@outrigger/core'
import { type Address, type LocalAccount, parseAbi, parseGwei } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { nft } from '../contracts/addresses.ts'
import { createTrafficAccount } from './account.ts'
import { getMarket, type Market } from './getMarket.ts'
import { replenish } from './supply.ts'
import type { Head, TrafficWorld } from './worldTypes.ts'

/** Lower limit, because empty blocks reduce the base fee, and tips with it, to almost zero. */
const leastFeePerGas = parseGwei('0.0001')

const nftAbi = parseAbi(['function totalSupply() view returns (uint256)'])

/** Traffic has too few accounts. */
export class TooFewAccountsError extends OutriggerError {
  readonly code = 'TOO_FEW_TRAFFIC_ACCOUNTS'

  constructor() {
    super('Traffic needs at least three accounts. Use the `accounts.traders` of the devnet.')
  }
}

/** Returns the addresses that have code. */
export const getPresent = async (
  client: DevnetClient,
  addresses: readonly Address[],
): Promise<(wanted: readonly Address[]) => boolean> => {
  const codes = await Promise.all(addresses.map((address) => client.getCode({ address })))
  const present = new Set(addresses.filter((_, index) => codes[index] !== undefined))
  return (wanted) => wanted.every((address) => present.has(address))
}

/** Creates the accounts, and their view of the chain. */
export const createTrafficWorld = (
  client: DevnetClient,
  has: (addresses: readonly Address[]) => boolean,
  signers: readonly LocalAccount[],
): TrafficWorld => {
  let head: Head = { number: -1n, timestamp: 0n, baseFeePerGas: 0n, gasUsed: 0n, gasLimit: 0n }
  let usualFeePerGas = 0n
  const getBaseFees = () => ({ next: head.baseFeePerGas, usual: usualFeePerGas })
  const everyone = signers.map((signer) => createTrafficAccount(client, signer, getBaseFees))
  const [keeper, filler, ...accounts] = everyone
  if (keeper === undefined || filler === undefined || accounts.length === 0) throw new TooFewAccountsError()
  let state = { market: { tokens: [], pools: [] } as Market, nftSupply: 0 }

  const refreshHead = async (): Promise<void> => {
    const { number, timestamp, baseFeePerGas, gasUsed, gasLimit } = await client.getBlock()
    head = { number, timestamp, baseFeePerGas: baseFeePerGas ?? 0n, gasUsed, gasLimit }
    usualFeePerGas ||= head.baseFeePerGas + leastFeePerGas
  }

  return {
    client,
    accounts,
    keeper,
    filler,
    everyone,
    get market() {
      return state.market
    },
    get head() {
      return head
    },
    get nftSupply() {
      return state.nftSupply
    },
    etherChange: 0,
    refreshHead,
    async refresh() {
      const [market, supply] = await Promise.all([
        getMarket(client, has),
        has([nft]) ? client.readContract({ address: nft, abi: nftAbi, functionName: 'totalSupply' }) : 0n,
      ])
      state = { market, nftSupply: Number(supply) }
    },
    async replenish() {
      await replenish(client, { accounts, keeper, everyone }, state.market.tokens)
    },
  }
}
