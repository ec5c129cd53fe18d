import type { ChainName, Events } from '@outrigger/core'
import type { PoolOption } from '@outrigger/core/internal'
import type { LiquidationScanner } from '@outrigger/defi'
import type { PoolBook } from '@outrigger/defi/dex'
import type { MempoolTransaction, MempoolWatcher, Transition } from '@outrigger/mempool'
import type { Address } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import type { SlippageExposure } from '../exposure/getSlippageExposure.ts'
import type { Finding } from '../finding.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'

/** The methods of a pool book that a detector uses. */
export type MevPools = Pick<PoolBook, 'snapshot' | 'on' | 'request'>

/** Settings of an MEV detector. */
export type MevDetectorOptions = {
  readonly pool: PoolOption
  /** The detector annotates the watcher's transactions, see `annotateMev`. Stays open when the detector closes. */
  readonly watcher: MempoolWatcher
  /** Source of the current pool states. Stays open when the detector closes. */
  readonly book: MevPools
  /** Source of liquidations. Stays open when the detector closes. @default no liquidations */
  readonly scanner?: LiquidationScanner
  /** Known transfer taxes. Simulations measure the taxes of other tokens. */
  readonly taxes?: TokenTaxes
  /** Returns whether a token is known to transfer without tax. @default the tokens of the mempool's token list */
  readonly isKnownToken?: (token: Address) => boolean
  /** Share of the profit after gas that the builder receives, in basis points. @default 0 */
  readonly builderBidBps?: number
  /** Priority fee of the searcher's transactions, in wei per gas. @default 0n */
  readonly tipPerGas?: bigint
  /** Smallest net profit to report, in wei. @default 10n ** 14n */
  readonly minProfit?: bigint
  /** Limit on simulation requests per block. The measurement of an unknown token usually takes one request. @default 0 */
  readonly simulationsPerBlock?: number
  /** Largest number of pending swaps to store. @default 20_000 */
  readonly maxPending?: number
  readonly signal?: AbortSignal
}

/**
 * Why a finding is gone.
 *
 * - `unprofitable`: it no longer pays on the latest state, a simulation contradicts it, or the simulation that confirmed it is too
 *   old and was not repeated
 * - `unconfirmed`: no provider could simulate it again for some blocks
 * - `evicted`: the detector has found more than it stores
 * - the others: what became of the pending transaction that it depends on, see `Transition`
 */
export type GoneReason = 'unprofitable' | 'unconfirmed' | 'evicted' | Exclude<Transition['kind'], 'pending' | 'reorged'>

/**
 * Events of an MEV detector, by name. Each finding is `found`, may be `changed`, and is `gone`. The same opportunity can be found
 * again later, with the same id.
 */
export type MevDetectorEvents = {
  /** A new finding. */
  readonly found: Finding
  /** The estimated profit has changed by at least 1 % since the finding was last reported. */
  readonly changed: Finding
  /** A reported finding has expired. `finding` is its last version. */
  readonly gone: { readonly finding: Finding; readonly reason: GoneReason }
}

/** The costs, taxes and native token that a detector uses to estimate profits. */
export type MevTerms = {
  /** The chain's wrapped native token. */
  readonly native: Address
  /** Costs in the next block. */
  readonly cost: ExecutionCost
  readonly taxes: TokenTaxes
}

/** Detects the current MEV opportunities of a chain. */
export type MevDetector = Events<MevDetectorEvents> & {
  readonly chain: ChainName
  /** Returns the reported findings that have not expired, most profitable first. */
  findings(): readonly Finding[]
  /**
   * Returns the current findings without pending transactions: arbitrages on the current pool state, and positions that can be
   * liquidated now.
   */
  stateFindings(): readonly Finding[]
  /** Evaluates a pending transaction, unless that has been done, and returns its best finding, or null. */
  find(entry: MempoolTransaction): Finding | null
  /**
   * Returns the amount that a wallet's own transaction would lose to a sandwich on the current pool state. If `gaps` includes
   * `unknownPool`, the detector requests the pools from the book. Call again after the book's next block.
   */
  getExposure(entry: Pick<MempoolTransaction, 'transaction' | 'classification'>): SlippageExposure
  /** Adds a scanner whose liquidations are reported, like the option `scanner`. Stays open when the detector closes. */
  addScanner(scanner: LiquidationScanner): void
  /** Returns the terms that the estimates of the current findings use. */
  terms(): MevTerms
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
