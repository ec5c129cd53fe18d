import type { ProviderPool } from '@outrigger/core'
import type { Address } from 'viem'
import type { Sighting } from './position.ts'

export type Search = {
  readonly pool: ProviderPool
  readonly address: Address
  /** Newest block to look at. */
  readonly to: bigint
  /** No block below is looked at. @default 0 */
  readonly from?: bigint
  /** About as many transactions are wanted. */
  readonly limit: number
}

/** What a search has found: every transaction from `reached` to `to` that the source can find. */
export type SearchResult = {
  readonly found: readonly Sighting[]
  readonly reached: bigint
  /** Whether token transfers are among them. @default false */
  readonly hasTransfers?: boolean
  /** Where it was another way than the source's own. */
  readonly by?: string
}

/** A way to find the transactions of an address. */
export type HistorySource = {
  /** What it asks of the node. */
  readonly name: string
  /** Whether it finds internal transactions (calls by contracts) too. */
  readonly findsInternal: boolean
  /** @throws an error that `isUnsupported` recognises, where no provider has its methods */
  search(search: Search): Promise<SearchResult>
}
