import type { ProviderPool } from '@outrigger/core'
import type { Address } from 'viem'
import type { Sighting } from './position.ts'

export type Search = {
  readonly pool: ProviderPool
  readonly address: Address
  /** Newest block to search. */
  readonly to: bigint
  /** Oldest block to search. @default 0 */
  readonly from?: bigint
  /** Approximate number of transactions to find. */
  readonly limit: number
}

/** The result of a search. It contains every transaction from `reached` to `to` that the source can find. */
export type SearchResult = {
  readonly found: readonly Sighting[]
  readonly reached: bigint
  /** Whether the result includes token transfers. @default false */
  readonly hasTransfers?: boolean
  /** The name of another method, if the source did not use its own. */
  readonly by?: string
}

/** A way to find the transactions of an address. */
export type HistorySource = {
  /** Name of the node method. */
  readonly name: string
  /** Whether it also finds internal transactions (calls by contracts). */
  readonly findsInternal: boolean
  /** @throws an error that `isUnsupported` recognizes, if no provider has its methods */
  search(search: Search): Promise<SearchResult>
}
