import type { OracleUpdate } from '@outrigger/calldata'
import type { ChainName, Clock, Events, Store } from '@outrigger/core'
import type { PoolOption } from '@outrigger/core/internal'
import type { GasQuote } from '@outrigger/oracle'
import type { Address, Hex } from 'viem'
import type { LendingProtocol } from '../lending/protocol.ts'
import type { LendingPosition } from '../positions/position.ts'
import type { ProofRecord } from './book/proofArchive.ts'
import type { Opportunity, SkippedPosition } from './opportunity.ts'

/** State of the book of one protocol. */
export type BookState = {
  readonly protocol: string
  /**
   * `building`: the search for borrowers is running · `ready`: complete, and updated at every block · `failed`: it cannot be
   * read and is retried · `absent`: the protocol is not deployed on the provider's chain.
   */
  readonly state: 'building' | 'ready' | 'failed' | 'absent'
  /** Searched share of the blocks, 0-1. */
  readonly progress: number
  /** Blocks to search, summed over its contracts; 0 before the search has begun. */
  readonly blocks: number
  /** Accounts with debt. */
  readonly borrowers: number
  /** Why the book failed, is absent, or may be incomplete. Null otherwise. */
  readonly reason: string | null
  /** Latest comparison with the sums of its contracts. Null before it was complete. */
  readonly proof: ProofRecord | null
}

/** Size and risk of one protocol on one chain. */
export type ProtocolStats = {
  readonly protocol: string
  /** Total supplied, US dollars. Null like the next two while no supplied or borrowed asset has a known value. */
  readonly tvlUsd: number | null
  readonly totalBorrowedUsd: number | null
  /** Borrowed divided by supplied, 0-1. */
  readonly utilizationRate: number | null
  /**
   * Markets with a supplied or borrowed asset that has no known value in dollars. The sums exclude these assets. A protocol
   * that prices in ether or loan tokens is valued once the book of a protocol that prices in dollars is ready.
   */
  readonly unvaluedMarkets: number
  /** Accounts with debt. */
  readonly totalPositions: number
  /** Health factor above 1, up to 1.2. */
  readonly atRiskPositions: number
  readonly liquidatablePositions: number
}

/** A borrower's position in one market. */
export type BorrowerPosition = LendingPosition & {
  /** Lower case. */
  readonly borrower: Address
}

/** Events of a liquidation scanner, by name. */
export type ScannerEvents = {
  /** New, or changed since the last report: profit by at least 1 %, the token pair, or the pending transaction. */
  readonly opportunity: Opportunity
  /** A reported opportunity no longer exists. */
  readonly gone: { readonly protocol: string; readonly market: Hex; readonly borrower: Address }
  /** A block was scanned. */
  readonly block: { readonly number: bigint; readonly hash: Hex }
  readonly book: BookState
}

/** Settings of a liquidation scanner. Only `pool` is required. */
export type LiquidationScannerOptions = {
  readonly pool: PoolOption
  /** Stores the books across restarts. @default in memory */
  readonly store?: Store
  /** @default all protocols of `lendingProtocols` on the chain */
  readonly protocols?: readonly LendingProtocol[]
  /** Blocks, see `BooksOptions`. @default 100n */
  readonly proofInterval?: bigint
  /** @default 0 */
  readonly minProfitUsd?: number
  /** Reports only liquidations that a simulation proves. Does not apply to pending prices. @default false */
  readonly prove?: boolean
  /** Source of gas prices. @default the tip is read from the pool every five minutes, the base fee comes from each head */
  readonly gas?: { get(chain: ChainName): Promise<GasQuote> }
  readonly clock?: Clock
  readonly signal?: AbortSignal
  /** Called with the progress of the search for borrowers. */
  readonly onProgress?: (state: BookState) => void
}

/** Watches every position of a chain's lending protocols, and the profit of their liquidations. */
export type LiquidationScanner = Events<ScannerEvents> & {
  readonly chain: ChainName
  /**
   * Resolves when every book is complete and one block was scanned with all of them.
   * @throws {ScannerClosedError}
   */
  readonly ready: Promise<void>
  books(): readonly BookState[]
  /** Opportunities of the current block, most profitable first. Excludes protocols that cannot be read now. */
  opportunities(): readonly Opportunity[]
  /** Liquidatable positions that are not profitable, and protocols that could not be read, with the reasons. */
  skipped(): readonly SkippedPosition[]
  stats(): readonly ProtocolStats[]
  /**
   * Yields every position with debt at the current block, and null for each position with a health factor above `maxHealth`.
   * Positions are computed one at a time while the caller iterates, because a chain may have hundreds of thousands. Excludes
   * protocols that cannot be read now, and markets without a known value in dollars.
   *
   * @param maxHealth 1.2 is 20 % above liquidation
   * @example for (const position of scanner.positions(1.1)) if (position) watch(position.borrower)
   */
  positions(maxHealth: number): Iterable<BorrowerPosition | null>
  /** Price feeds, in lower case. A pending transaction to one of them may be a price update. */
  readonly feeds: ReadonlySet<Address>
  /**
   * Returns the opportunities that a pending price update will create, and emits each as an event as soon as it is found.
   * Anyone can send a transaction that looks like an update. Prices that fall by more than a third or rise by more than half
   * are ignored, and at most 64 updates wait: older ones are dropped.
   */
  anticipate(updates: readonly OracleUpdate[], transaction: Hex): Promise<readonly Opportunity[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
