import type { Deployment } from '@outrigger/calldata'
import type { ChainName, Events, Head, Store } from '@outrigger/core'
import type { PoolOption } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { BlockReader } from '../../reads/blockReader.ts'
import type { BookState } from '../scannerTypes.ts'
import type { PositionTable } from './positionTable.ts'

/** A market in its last read state, and all accounts with debt in it. */
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
  /** Whether a deployment could not be read at the latest head. `state.reason` says why. */
  readonly isStale: boolean
  /** Each market contains the number of the block it was read at. */
  readonly markets: ReadonlyMap<Market['id'], BookMarket>
  /** Markets whose accounts do not match the totals of their contracts, and why. Do not use these markets. */
  readonly unprovenMarkets: ReadonlyMap<Market['id'], string>
  /**
   * Returns the debt of the book's accounts divided by the total debt of the markets, by value (0-1, apart from rounding),
   * or null without debt. Sums every account. If a complete book is below 0.99, `state.reason` says so.
   */
  computeCoverage(): number | null
}

/** Accounts of a market of a protocol. */
export type ReadAccounts = {
  readonly protocol: string
  readonly market: Market['id']
  readonly accounts: readonly Address[]
}

/**
 * The books were updated to a head. The event is emitted again if more accounts of an incomplete book were read at
 * the same head.
 */
export type BookBlock = {
  readonly number: bigint
  readonly hash: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
  /** In JSON-RPC form. */
  readonly header: Head['header']
  /** For more reads at this block. */
  readonly reader: BlockReader
  /** Markets read at this block. */
  readonly markets: readonly BookMarket[]
  /** Accounts read at this block. */
  readonly readAccounts: readonly ReadAccounts[]
}

export type BooksEvents = {
  readonly block: BookBlock
  readonly state: BookState
}

/** Options of `createBooks`. `pool` and `protocols` are required. */
export type BooksOptions = {
  readonly pool: PoolOption
  /** Stores the borrowers found, so that a restart resumes the search. @default in memory */
  readonly store?: Store
  readonly protocols: readonly LendingProtocol[]
  /** Maximum number of blocks per `eth_getLogs` of the search. Limits of providers are detected. @default 50_000 */
  readonly maxLogRange?: bigint
  /**
   * Every book is compared with its contracts' sums at each block it is read at. At least every this many blocks, the result
   * is also stored, and accounts that may change without a log are compared one by one. A book in doubt is searched again,
   * at most once per interval.
   * @default 100n
   */
  readonly proofInterval?: bigint
  /**
   * Called with the reader of a head before the books use it. Reads issued in the same turn of the event loop share the
   * `eth_call` of the books.
   */
  readonly onReader?: (reader: BlockReader) => void
  readonly onProgress?: (state: BookState) => void
  readonly signal?: AbortSignal
}

/** The books of all lending protocols of a chain, updated together. */
export type Books = Events<BooksEvents> & {
  readonly chain: ChainName
  /** Resolves when every book is complete, except for deployments whose contract is not one of the protocol. */
  readonly ready: Promise<void>
  get(protocol: string): Book | undefined
  all(): readonly Book[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
