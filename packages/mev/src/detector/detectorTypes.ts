import type { ChainName, Events, ProviderPool } from '@outrigger/core'
import type { LiquidationScanner } from '@outrigger/defi'
import type { PoolBook } from '@outrigger/defi/dex'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Address } from 'viem'
import type { ExecutionCost } from '../cost.ts'
import type { SlippageExposure } from '../exposure/getSlippageExposure.ts'
import type { Finding } from '../finding.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'

/** What a detector needs of a book of pools. */
export type MevPools = Pick<PoolBook, 'snapshot' | 'on' | 'request'>

/** Settings of an MEV detector. */
export type MevDetectorOptions = {
  readonly pool: ProviderPool
  /** Its transactions carry what is found, see `annotateMev`. The watcher stays open when the detector closes. */
  readonly watcher: MempoolWatcher
  /** Keeps the pools up to date. Stays open when the detector closes. */
  readonly book: MevPools
  /** For liquidations. Stays open when the detector closes. @default none are looked for */
  readonly scanner?: LiquidationScanner
  /** Transfer taxes that are known already; what simulations learn is added. */
  readonly taxes?: TokenTaxes
  /** Tokens whose transfers are whole. @default those of the mempool's token list */
  readonly isKnownToken?: (token: Address) => boolean
  /** Of the profit after gas, what the builder is given, in ten-thousandths. @default 0 */
  readonly builderBidBps?: number
  /** Tip of the one who takes it, wei per gas. @default 0n */
  readonly tipPerGas?: bigint
  /** Least net profit, wei. @default 10n ** 14n */
  readonly minProfit?: bigint
  /** Calls to the provider per block for simulations, of which a token that is not known takes one. @default 0 */
  readonly simulationsPerBlock?: number
  /** Pending swaps kept by pool. @default 20_000 */
  readonly maxPending?: number
  readonly signal?: AbortSignal
}

/** Events of an MEV detector, by name. */
export type MevDetectorEvents = {
  /**
   * New, or worth at least 1 % more or less than when last reported. The best around a pending transaction is reported at
   * once, what is worth less when no transaction has come for a moment.
   */
  readonly opportunity: Finding
  /** One that was reported is none any more. `by`: the block or the end of a transaction that ended it. */
  readonly gone: { readonly id: string; readonly by: 'block' | 'transaction' }
}

/** What a detector values findings with. */
export type MevTerms = {
  /** The chain's wrapped native token. */
  readonly native: Address
  /** Of the next block. */
  readonly cost: ExecutionCost
  readonly taxes: TokenTaxes
}

/** What the order of a chain's transactions is worth at present. */
export type MevDetector = Events<MevDetectorEvents> & {
  readonly chain: ChainName
  /**
   * Present findings, most profitable first. Among thousands of pending transactions those that a closer look is still to be
   * taken at in a quiet moment are missing what is worth less than their best one.
   */
  findings(): readonly Finding[]
  /**
   * Those of them that rest on no pending transaction: arbitrages of the pools as they are, and positions that can be
   * liquidated already. Nothing is computed for it.
   */
  stateFindings(): readonly Finding[]
  /** The best finding that a pending transaction is part of; null without one. */
  find(entry: MempoolTransaction): Finding | null
  /**
   * What a wallet's own transaction would lose to a sandwich on the pools as they are. If `gaps` has `unknownPool`, the book is
   * asked to read the pools: ask again after its next block.
   */
  getExposure(entry: Pick<MempoolTransaction, 'transaction' | 'classification'>): SlippageExposure
  /** Has what a scanner finds reported as well, as the option does. It stays open when the detector closes. */
  addScanner(scanner: LiquidationScanner): void
  /** What present findings are valued with: their estimates are after these costs. */
  terms(): MevTerms
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
