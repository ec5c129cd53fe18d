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

/** What scenarios see of the chain: read once in a while, so a little behind, as any trader is. */
export type TrafficWorld = {
  readonly client: DevnetClient
  readonly accounts: readonly TrafficAccount[]
  /** Moves the price feeds and supplies the others. */
  readonly keeper: TrafficAccount
  /** Fills blocks, and does nothing else, so that what it has pending is filler. */
  readonly filler: TrafficAccount
  /** All of the above. */
  readonly everyone: readonly TrafficAccount[]
  readonly market: Market
  readonly head: Head
  readonly nftSupply: number
  /** What ether is moved by beside its walk: -0.1 for 10 % less than where it began. */
  etherChange: number
  refreshHead(): Promise<void>
  refresh(): Promise<void>
  replenish(): Promise<void>
}
