import type { Deployment } from '@outrigger/calldata'
import type { ChainName, Events, Head, ProviderPool, Store } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookState } from '../scannerTypes.ts'
import type { PositionTable } from './positionTable.ts'

/** A market as last read, and everybody who owes something in it. */
export type BookMarket = {
  readonly protocol: LendingProtocol
  readonly deployment: Deployment
  readonly market: Market
  readonly table: PositionTable
}

/** All positions of a protocol on a chain. */
export type Book = {
  readonly protocol: LendingProtocol
  readonly state: BookState
  /** A deployment's markets are not of the latest head, since they could not be read: `state.reason` says why. */
  readonly isStale: boolean
  /** Each with the block it was read at. */
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** Markets whose accounts do not add up to what their contracts say, and why: nothing may be made of these. */
  readonly unprovenMarkets: ReadonlyMap<Market['id'], string>
  /**
   * Share of what the markets say is owed that the accounts of the book owe, by value, 0-1 but for rounding; null while
   * nothing is owed. Adds up every account. Below 0.99 when the book is complete, `state.reason` says so.
   */
  computeCoverage(): number | null
}

/** Accounts of a market of a protocol. */
export type ReadAccounts = {
  readonly protocol: string
  readonly market: Market['id']
  readonly accounts: readonly Address[]
}

/** A head has been taken into account. Emitted again when more accounts of a book that is being built have been read at it. */
export type BookBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
  /** In JSON-RPC form. */
  readonly header: Head['header']
  /** For more questions about this block. */
  readonly reader: BlockReader
  /** Those read at this block. */
  readonly markets: readonly BookMarket[]
  /** Accounts read at this block. */
  readonly readAccounts: readonly ReadAccounts[]
}

export type BooksEvents = {
  readonly block: BookBlock
  readonly state: BookState
}

/** Settings of the books of a chain. `pool` and `protocols` are required. */
export type BooksOptions = {
  readonly pool: ProviderPool
  /** Keeps the borrowers the search has found, so that a restart goes on where it was. @default in memory */
  readonly store?: Store
  readonly protocols: readonly LendingProtocol[]
  /** Most blocks in one `eth_getLogs` of the search; providers' own limits are found out. @default 50_000 */
  readonly maxLogRange?: bigint
  /**
   * Every book is held against its contracts' sums at each block it is read at. After so many blocks, at most, the result is
   * also kept in the store, what may change without a log is compared account by account, and a book in doubt is searched for anew.
   * @default 100n
   */
  readonly proofInterval?: bigint
  /**
   * Given the reader of a head before anything is asked of it: what is asked in the same turn travels with the books' own
   * questions, in the same `eth_call`.
   */
  readonly onReader?: (reader: BlockReader) => void
  readonly onProgress?: (state: BookState) => void
  readonly signal?: AbortSignal
}

/** The books of all lending protocols of a chain, kept up to date together. */
export type Books = Events<BooksEvents> & {
  readonly chain: ChainName
  /** Resolves when every book is complete, but for deployments whose contracts do not answer as they should. */
  readonly ready: Promise<void>
  get(protocol: string): Book | undefined
  all(): readonly Book[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
