import type { Protocol } from '@outrigger/calldata'
import type { ChainName, EndpointReport, Events, ProviderPool, Store, Unwatch } from '@outrigger/core'
import type { PoolClient } from '@outrigger/core/internal'
import type { PendingTips } from '@outrigger/oracle/internal'
import type { Address, Hex } from 'viem'
import type { Classification } from './classify/classification.ts'
import type { MovedValue, NativeWorth } from './classify/movedValue.ts'
import type { MempoolTransactionType } from './classify/transactionType.ts'
import type { Transaction } from './transaction/transaction.ts'

/** A pending transaction with its classification. */
export type MempoolTransaction = {
  readonly chain: ChainName
  readonly transaction: Transaction
  readonly classification: Classification
  /** Symbols of `classification.swap.path`, or the address of a token without a known symbol. Empty without a swap. */
  readonly symbols: readonly string[]
  /** 0-100, see `computePriorityScore`. */
  readonly priorityScore: number
  /**
   * The native currency that it sends, or that its actions spend (in native currency, its wrapped token and tokens of known
   * value), whichever is larger. `isComplete` is false if something of unknown value is moved as well.
   */
  readonly movedValue: MovedValue
  /** Time of the first sighting, Unix ms. */
  readonly firstSeenMs: number
  /** Provider of the first sighting. */
  readonly provider: string
  /**
   * The best opportunity with this transaction that the detector has found so far. Null if it has found none, or
   * without a detector.
   */
  readonly mev: MevOpportunity | null
}

/** A possible profit from the order of transactions. `estimatedProfitEth` is in whole ETH. */
export type MevOpportunity = {
  readonly type: 'arbitrage' | 'sandwich' | 'liquidation' | 'backrun' | 'frontrun'
  readonly estimatedProfitEth: number
  /** 0-1. */
  readonly confidence: number
  readonly details: Readonly<Record<string, string | number>>
}

/** Sets `mev` of a watcher's transactions. */
export type MevAnnotator = {
  /** Sets the best current opportunity with a transaction. The first call, also with null, releases it to its subscribers. */
  set(hash: Hex, mev: MevOpportunity | null): void
  /** Removes the opportunities from all transactions. */
  close(): void
}

/** A change of the state of a transaction. */
export type Transition =
  | { readonly kind: 'pending' }
  /**
   * A transaction with the same sender and nonce replaced it, with a higher fee or in a block. The kind is `cancelled`
   * if the new transaction goes to the sender itself, without value and calldata.
   */
  | { readonly kind: 'replaced' | 'cancelled'; readonly by: Hex }
  /** No provider knows it anymore, the watcher evicted it to stay within its bounds, or its nonce was used. */
  | { readonly kind: 'dropped'; readonly reason: 'gone' | 'evicted' | 'nonceUsed' }
  | { readonly kind: Inclusion; readonly block: BlockReference }
  /** Its block has left the chain, so it is pending again. */
  | { readonly kind: 'reorged'; readonly block: BlockReference }

/**
 * Outcome of a transaction in its block. `mined`: it succeeded · `failed`: it reverted · `included`: unknown, because the
 * receipt has no status (before Byzantium, EIP-658, and on some nodes).
 */
export type Inclusion = 'mined' | 'failed' | 'included'

/** The block of a transition, by number and hash. */
export type BlockReference = { readonly number: bigint; readonly hash: Hex }

/** A numbered transition of a transaction. `atMs` is Unix ms. */
export type MempoolEvent = {
  /** Consecutive number, starting at 1. */
  readonly sequence: number
  readonly atMs: number
  readonly entry: MempoolTransaction
  readonly transition: Transition
}

/** All given conditions must be true. A list is true if any of its values matches. */
export type MempoolFilter = {
  readonly types?: readonly MempoolTransactionType[]
  /** Minimum `movedValue`, wei. Parts of unknown value do not count. */
  readonly minValue?: bigint
  /** Also matches if a part of the value is unknown. Used with `minValue`. @default false */
  readonly includeUnknownValue?: boolean
  /** Minimum for the maximum price per gas, wei. */
  readonly minGasPrice?: bigint
  readonly maxGasPrice?: bigint
  /** DEX ids of the swap. */
  readonly dexes?: readonly string[]
  /** Protocol ids in any action. */
  readonly protocols?: readonly string[]
  /** Sender or recipient. */
  readonly addresses?: readonly Address[]
  /** Tokens in any action. */
  readonly tokens?: readonly Address[]
  /** Minimum moved value in USD. A transaction of unknown value does not match. */
  readonly minUsd?: number
  /** `executable`: no earlier nonce is missing · `queued`: an earlier nonce is missing. */
  readonly nonceState?: 'executable' | 'queued'
  readonly onlyMev?: boolean
}

/** The part of a provider pool that a watcher needs. */
export type MempoolSource = Pick<ProviderPool, 'chain' | 'send' | 'watchHeads' | 'watchPendingTransactions'> & {
  report(): {
    readonly endpoints: readonly (Pick<EndpointReport, 'name' | 'socket' | 'status'> &
      Partial<Pick<EndpointReport, 'head'>>)[]
  }
}

/** Settings of a mempool watcher. Only `pool` is required. */
export type MempoolWatcherOptions = {
  /** A `ProviderPool`, or a recording. */
  readonly pool: MempoolSource | PoolClient
  /** Protocols to decode. For recordings, add those of `@outrigger/calldata/archive`. @default all of `@outrigger/calldata` */
  readonly protocols?: readonly Protocol[]
  /** Stores token symbols between runs. @default memory */
  readonly store?: Store
  /** @default 50_000 */
  readonly maxTransactions?: number
  /** Limit of the estimated memory of pending transactions. @default 128 MiB */
  readonly maxBytes?: number
  /**
   * Maximum number of events stored for followers that resume. Fewer are stored if their transactions exceed
   * `maxBytes`. @default 65_536
   */
  readonly maxEvents?: number
  /**
   * Time without a sighting after which a transaction is looked up. It is dropped after two lookups without a result.
   * @default 15_000
   */
  readonly goneAfterMs?: number
  /** For `minUsd`: moved value in USD, or null if unknown. @default unknown */
  readonly toUsd?: (entry: MempoolTransaction) => number | null
  /**
   * For `movedValue`: current value of a token amount in native currency, wei, or null if unknown. Not called for the wrapped
   * token. @default unknown
   */
  readonly toNativeWorth?: NativeWorth
  readonly signal?: AbortSignal
}

/** Visibility of a chain's pending transactions, and the providers that show them. */
export type MempoolStatus = {
  readonly chain: ChainName
  /** Whether at least one provider answers. */
  readonly isConnected: boolean
  /**
   * True if no provider answers, or if blocks that were missed in an outage are not read yet. Only transactions that
   * cannot have been mined since `asOfMs` are then pending.
   */
  readonly isStale: boolean
  /** Time when a provider last showed a transaction or block, Unix ms. Null before the first one. */
  readonly asOfMs: number | null
  /** Who can see pending transactions. With `sequencer` they are private. */
  readonly visibility: 'public' | 'sequencer' | 'none'
  readonly pendingCount: number
  readonly subscriberCount: number
  readonly sequence: number
  readonly feeds: readonly FeedReport[]
}

/** Statistics of the transactions that are pending now. */
export type MempoolStats = {
  readonly pendingCount: number
  readonly counts: Readonly<Record<MempoolTransactionType, number>>
  /**
   * Price per gas in the next block, `min(maxFeePerGas, next base fee + tip)`, wei. Null if no transaction is pending.
   */
  readonly gasPrice: {
    readonly min: bigint
    readonly average: bigint
    readonly max: bigint
    readonly median: bigint
  } | null
  /** Wei. */
  readonly totalValue: bigint
  /** Base fee of the next block in wei, by the chain's rule. 0 before the first block. */
  readonly nextBaseFeePerGas: bigint
  /** Number of mined transactions since the start that no provider had shown before. */
  readonly unseen: number
}

/** Comparison of one provider's pending transactions with the others. */
export type FeedReport = {
  readonly provider: string
  readonly seen: number
  /** Number of transactions that it showed first. */
  readonly first: number
  /** Median lead over the second provider when this provider was first. Null without data. */
  readonly leadMs: number | null
  /** Number of mined or dropped transactions that others showed and it did not. */
  readonly missed: number
}

/** Events of a watcher, by name. */
export type MempoolEvents = {
  /** Every new pending transaction, including one that is shown again after it was dropped. */
  readonly transaction: MempoolTransaction
  /** Every transition, including transitions to pending. */
  readonly event: MempoolEvent
  /** A block was read, after the events of the transactions that it included or replaced. `nextBaseFeePerGas` is in wei. */
  readonly block: BlockReference & { readonly nextBaseFeePerGas: bigint }
}

/** The pending transactions of one chain, classified and tracked to their end. */
export type MempoolWatcher = Events<MempoolEvents> & {
  readonly chain: ChainName
  status(): MempoolStatus
  stats(): MempoolStats
  /**
   * Returns the transactions expected in the block after `parent`: the tips of those that fit, and the gas of all that can
   * pay, as a share of the block's gas limit. Transactions behind a missing nonce or below the base fee do not count. Returns
   * null if the latest read block is not `parent`, and while the watcher is stale. Pass it to `createGasOracle` as `nextBlock`.
   */
  nextBlock(parent: Hex): PendingTips | null
  /** Returns a transaction that is pending or ended recently. */
  get(hash: Hex): MempoolTransaction | null
  /**
   * Returns whether an earlier nonce of a pending transaction's sender is missing, or null if the transaction is not pending.
   * Authorizations use nonces like transactions, mined or pending (EIP-7702). The protocol allows any number of transactions
   * of a delegated account per block, although most nodes keep only one pending.
   */
  nonceState(hash: Hex): 'executable' | 'queued' | null
  /** Returns the symbol and decimals of a token, or null while they are read and for other contracts. */
  token(address: Address): { readonly symbol: string; readonly decimals: number | null } | null
  /** Returns the pending transactions, highest priority first. */
  pending(filter?: MempoolFilter, limit?: number): MempoolTransaction[]
  /** Reports new pending transactions that match. 10,000 watchers cost far less than 10,000 evaluations of a filter. */
  watch(filter: MempoolFilter, onTransaction: (entry: MempoolTransaction) => void): Unwatch
  /**
   * Reports transitions in order, each exactly once, starting after `since`.
   * @throws {SequenceGoneError} the events after `since` are no longer stored
   */
  follow(onEvent: (event: MempoolEvent) => void, options?: { readonly since?: number }): Unwatch
  /**
   * Lets an MEV detector set `mev`, replacing an earlier detector. Subscribers of `watch` then get a new transaction when its
   * `mev` is set, at most `waitMs` (5 by default) after its arrival. Subscribers with `onlyMev` get it when it has its first
   * opportunity, however late. The events `transaction` and `event` do not wait.
   */
  annotateMev(options?: { readonly waitMs?: number }): MevAnnotator
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
