import type { DevnetClient } from '../chain/client.ts'
import type { TrafficAccount } from './account.ts'
import type { Market } from './getMarket.ts'

export type Head = {
  readonly number: bigint
  readonly timestamp: bigint
  readonly baseFeePerGas: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
}

/** The scenarios' view of the chain. It is read from time to time, so it lags slightly. */
export type TrafficWorld = {
  readonly client: DevnetClient
  readonly accounts: readonly TrafficAccount[]
  /** Account that moves the price feeds and supplies the other accounts. */
  readonly keeper: TrafficAccount
  /** Account that only fills blocks. All its pending transactions are therefore filler. */
  readonly filler: TrafficAccount
  /** All accounts above. */
  readonly everyone: readonly TrafficAccount[]
  readonly market: Market
  readonly head: Head
  readonly nftSupply: number
  /** Change of ether's price in addition to its random walk: -0.1 for 10 % below the initial price. */
  etherChange: number
  refreshHead(): Promise<void>
  refresh(): Promise<void>
  replenish(): Promise<void>
}
