import type { OracleUpdate } from '@outrigger/calldata'
import type { ChainName, Clock, Events, ProviderPool, Store } from '@outrigger/core'
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
   * `building`: borrowers are still being looked for · `ready`: complete, and kept up to date block by block · `absent`: the
   * protocol is not deployed on the provider's chain.
   */
  readonly state: 'building' | 'ready' | 'failed' | 'absent'
  /** Share of the blocks searched, 0-1. */
  readonly progress: number
  /** How many there are to search, of all its contracts; 0 before the search has begun. */
  readonly blocks: number
  /** Accounts that owe something. */
  readonly borrowers: number
  /** Why it failed and is tried again, that it is not there, or what speaks against a complete one; null otherwise. */
  readonly reason: string | null
  /** When it was last held against the sums of its contracts, and with what result; null before it was complete. */
  readonly proof: ProofRecord | null
}

/** Size and risk of one protocol on one chain, in US dollars and numbers of positions. */
export type ProtocolStats = {
  readonly protocol: string
  /** Supplied. This sum, the next and their ratio are null while the value of nothing that is supplied or owed is known. */
  readonly tvlUsd: number | null
  readonly totalBorrowedUsd: number | null
  /** Borrowed over supplied, 0-1. */
  readonly utilizationRate: number | null
  /**
   * Markets of which a part that is supplied or owed has no known value in dollars: the sums are without that part. A lender
   * that counts in ether or in loan tokens is valued by one that counts in dollars, once that one's book is ready.
   */
  readonly unvaluedMarkets: number
  /** Accounts that owe something. */
  readonly totalPositions: number
  /** Health factor above 1, up to 1.2. */
  readonly atRiskPositions: number
  readonly liquidatablePositions: number
}

/** A borrower's side of one market. */
export type BorrowerPosition = LendingPosition & {
  /** Lower case. */
  readonly borrower: Address
}

/** Events of a liquidation scanner, by name. */
export type ScannerEvents = {
  /** New, or worth at least 1 % more or less than when last reported, of another pair, or by another pending transaction. */
  readonly opportunity: Opportunity
  /** One that was reported is none any more. */
  readonly gone: { readonly protocol: string; readonly market: Hex; readonly borrower: Address }
  /** A block has been taken into account. */
  readonly block: { readonly number: bigint; readonly hash: Hex }
  readonly book: BookState
}

/** Settings of a liquidation scanner. Only `pool` is required. */
export type LiquidationScannerOptions = {
  readonly pool: ProviderPool
  /** Keeps the books over restarts. @default in memory */
  readonly store?: Store
  /** @default all of the registry that are on the chain */
  readonly protocols?: readonly LendingProtocol[]
  /** Blocks, see `BooksOptions`. @default 100n */
  readonly proofInterval?: bigint
  /** @default 0 */
  readonly minProfitUsd?: number
  /** Simulates each liquidation of a block before it is reported; those that fail are not. Pending prices cannot be. @default false */
  readonly prove?: boolean
  /** What is bid for gas. @default read from the pool every five minutes; the base fee comes with each head where its rule is known */
  readonly gas?: { get(chain: ChainName): Promise<GasQuote> }
  readonly clock?: Clock
  readonly signal?: AbortSignal
  /** Called with the progress of the search for borrowers. */
  readonly onProgress?: (state: BookState) => void
}

/** Every position of a chain's lending protocols and what can be earned of them, kept up to date. */
export type LiquidationScanner = Events<ScannerEvents> & {
  readonly chain: ChainName
  /**
   * Resolves when every book is complete and a block has been taken into account with all of them.
   * @throws {ScannerClosedError}
   */
  readonly ready: Promise<void>
  books(): readonly BookState[]
  /** Of the present block, most profitable first; none of a protocol that cannot be read at present. */
  opportunities(): readonly Opportunity[]
  /** Liquidatable positions that are no opportunity, and why; protocols that could not be looked at. */
  skipped(): readonly SkippedPosition[]
  stats(): readonly ProtocolStats[]
  /**
   * Every position with debt, as of the present block: null for each whose health factor is above `mostHealth`. Computed one
   * at a time as the caller goes on, since a chain may have hundreds of thousands. None of a protocol that cannot be read at
   * present, nor of a market whose value in dollars is not known.
   *
   * @param mostHealth 1.2 is 20 % above liquidation
   * @example for (const position of scanner.positions(1.1)) if (position) watch(position.borrower)
   */
  positions(mostHealth: number): Iterable<BorrowerPosition | null>
  /** Transmitters' targets: a pending transaction to one of these may be a price update. Lower case. */
  readonly feeds: ReadonlySet<Address>
  /**
   * What a price that is not in a block yet will make an opportunity. Each is reported as an event as soon as it is found; the
   * answer is all of them. Anybody may send what looks like an update: who would take a third off a price or add half is not
   * believed, and of those that come faster than they can be looked at, all but the last 64 are passed over.
   */
  anticipate(updates: readonly OracleUpdate[], transaction: Hex): Promise<readonly Opportunity[]>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
