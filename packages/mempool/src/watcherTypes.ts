import type { ChainName, EndpointReport, Events, ProviderPool, Store, Unwatch } from '@outrigger/core'
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
  /** Symbols of `classification.swap.path`, the address where a symbol is not known yet; empty without a swap. */
  readonly symbols: readonly string[]
  /** 0-100, see `computePriorityScore`. */
  readonly priorityScore: number
  /**
   * The native currency that it sends, or that its actions spend (in native currency, its wrapped token and tokens of known
   * worth), whichever is larger. `isComplete: false` where something of unknown worth is moved as well.
   */
  readonly movedValue: MovedValue
  /** When the first provider showed it, Unix ms. */
  readonly firstSeenMs: number
  /** Name of that provider. */
  readonly provider: string
  /** The best opportunity that it is part of at this moment; null without one, and without an MEV detector. */
  readonly mev: MevOpportunity | null
}

/** A profit that the order of transactions makes possible. `estimatedProfitEth` is in whole ETH. */
export type MevOpportunity = {
  readonly type: 'arbitrage' | 'sandwich' | 'liquidation' | 'backrun' | 'frontrun'
  readonly estimatedProfitEth: number
  /** 0-1. */
  readonly confidence: number
  readonly details: Readonly<Record<string, string | number>>
}

/**
 * The best opportunity that a pending transaction is part of at this moment. Asked before a transaction is sent to
 * subscribers and whenever its `mev` is read, so it answers at once and from memory.
 */
export type ToMev = (entry: MempoolTransaction) => MevOpportunity | null

/** A step in the life of a transaction. */
export type Transition =
  | { readonly kind: 'pending' }
  /**
   * A transaction with the same sender and nonce takes its place: with a higher fee, or in a block. `cancelled` where that
   * one goes to the sender itself, without value and calldata.
   */
  | { readonly kind: 'replaced' | 'cancelled'; readonly by: Hex }
  /** No longer known to any provider, evicted by the bounds of the watcher, or its nonce was used. */
  | { readonly kind: 'dropped'; readonly reason: 'gone' | 'evicted' | 'nonceUsed' }
  | { readonly kind: Inclusion; readonly block: BlockReference }
  /** The block that held it has left the chain; it is pending again. */
  | { readonly kind: 'reorged'; readonly block: BlockReference }

/**
 * How a transaction ended in its block: `mined` has succeeded and `failed` has not. Of `included` that is unknown, because its
 * receipt has no status (before Byzantium, EIP-658, and on some nodes).
 */
export type Inclusion = 'mined' | 'failed' | 'included'

/** The block of a transition, by number and hash. */
export type BlockReference = { readonly number: bigint; readonly hash: Hex }

/** One transition of a pending transaction, numbered. `atMs` is Unix ms. */
export type MempoolEvent = {
  /** One more than the event before it, from 1. */
  readonly sequence: number
  readonly atMs: number
  readonly entry: MempoolTransaction
  readonly transition: Transition
}

/** All conditions given must hold; a list holds where any of its values does. */
export type MempoolFilter = {
  readonly types?: readonly MempoolTransactionType[]
  /** Least `movedValue`, wei; parts of unknown value do not count. */
  readonly minValue?: bigint
  /** With `minValue`: also match where a part of the value is unknown. @default false */
  readonly includeUnknownValue?: boolean
  /** Wei, against the most a transaction pays per gas. */
  readonly minGasPrice?: bigint
  readonly maxGasPrice?: bigint
  /** Ids of the DEX of the swap. */
  readonly dexes?: readonly string[]
  /** Ids of any protocol in the actions. */
  readonly protocols?: readonly string[]
  /** Sender or recipient. */
  readonly addresses?: readonly Address[]
  /** Tokens in any action. */
  readonly tokens?: readonly Address[]
  /** Least value at stake in USD, native or swapped; a transaction of unknown value does not match. */
  readonly minUsd?: number
  /** `executable`: no nonce before it is missing; `queued`: one is. */
  readonly nonceState?: 'executable' | 'queued'
  readonly onlyMev?: boolean
}

/** What a watcher needs of a provider pool. */
export type MempoolSource = Pick<ProviderPool, 'chain' | 'send' | 'watchHeads' | 'watchPendingTransactions'> & {
  report(): {
    readonly endpoints: readonly (Pick<EndpointReport, 'name' | 'socket' | 'status'> &
      Partial<Pick<EndpointReport, 'head'>>)[]
  }
}

/** Settings of a mempool watcher. Only `pool` is required. */
export type MempoolWatcherOptions = {
  /** A `ProviderPool`, or a recording. */
  readonly pool: MempoolSource
  /** Keeps token symbols between runs. @default memory */
  readonly store?: Store
  /** @default 50_000 */
  readonly maxTransactions?: number
  /** Calldata and the rest, estimated. @default 128 MiB */
  readonly maxBytes?: number
  /** Events kept for followers that resume; fewer where their transactions exceed `maxBytes`. @default 65_536 */
  readonly maxEvents?: number
  /**
   * How long no provider may show a transaction before it is looked up; it is dropped after two lookups without a result.
   * @default 15_000
   */
  readonly goneAfterMs?: number
  /** For `minUsd`: value at stake in USD, null where unknown. @default not known */
  readonly toUsd?: (entry: MempoolTransaction) => number | null
  /**
   * For `movedValue`: native currency that an amount of a token is worth at the moment, wei; null where unknown. The wrapped
   * token is known without it. @default not known
   */
  readonly toNativeWorth?: NativeWorth
  /** Fills `mev`. `createMevDetector` of `@outrigger/mev` sets it by itself with `annotateMev`. @default nothing */
  readonly toMev?: ToMev
  readonly signal?: AbortSignal
}

/** Whether the pending transactions of a chain are seen, and by which providers. */
export type MempoolStatus = {
  readonly chain: ChainName
  /** Whether at least one provider answers. */
  readonly isConnected: boolean
  /** No provider answers, or the blocks of such a time are not read yet: only what cannot have been mined since `asOfMs` is pending. */
  readonly isStale: boolean
  /** When a provider last showed a transaction or a block, Unix ms; null before the first. */
  readonly asOfMs: number | null
  /** Who can see pending transactions: with `sequencer` they are hidden. */
  readonly visibility: 'public' | 'sequencer' | 'none'
  readonly pendingCount: number
  readonly subscriberCount: number
  readonly sequence: number
  readonly feeds: readonly FeedReport[]
}

/** Statistics of what is pending now. */
export type MempoolStats = {
  readonly pendingCount: number
  readonly counts: Readonly<Record<MempoolTransactionType, number>>
  /** What transactions would pay per gas in the next block, `min(maxFeePerGas, next base fee + tip)`, wei; null without any. */
  readonly gasPrice: {
    readonly min: bigint
    readonly average: bigint
    readonly max: bigint
    readonly median: bigint
  } | null
  /** Wei. */
  readonly totalValue: bigint
  /** Base fee of the next block in wei, as far as the chain's rule shows; 0 before the first block. */
  readonly nextBaseFeePerGas: bigint
  /** Transactions mined since the start that no provider had shown before. */
  readonly unseen: number
}

/** How one provider's pending transactions compare with the others'. */
export type FeedReport = {
  readonly provider: string
  readonly seen: number
  /** How often it was the first. */
  readonly first: number
  /** Median lead over the second where it was the first; null before there is one. */
  readonly leadMs: number | null
  /** Transactions that others showed and it did not, among those that were mined or dropped. */
  readonly missed: number
}

/** Events of a watcher, by name. */
export type MempoolEvents = {
  /** Every newly seen transaction, also one that is shown again after it was dropped. */
  readonly transaction: MempoolTransaction
  /** Every transition, those to pending included. */
  readonly event: MempoolEvent
  /** A block has been read; the events of the transactions it included or replaced came before. `nextBaseFeePerGas` is what the next one asks for, wei. */
  readonly block: BlockReference & { readonly nextBaseFeePerGas: bigint }
}

/** The pending transactions of one chain, classified and followed to their end. */
export type MempoolWatcher = Events<MempoolEvents> & {
  readonly chain: ChainName
  status(): MempoolStatus
  stats(): MempoolStats
  /**
   * What waits for the block after this one: tips of those that fit, and gas of all that can pay, as a share of the block's
   * limit. What is stuck behind a missing nonce or below the base fee does not count. Null where the watcher has not read
   * that block, or a newer one, and while it is stale. `createGasOracle` takes it as `nextBlock`.
   */
  nextBlock(parent: Hex): PendingTips | null
  /** Pending, or ended a short while ago. */
  get(hash: Hex): MempoolTransaction | null
  /**
   * Returns whether an earlier nonce of a pending transaction's sender is missing; null where it is not pending. Authorizations
   * use nonces as transactions do, mined or pending (EIP-7702). By the protocol a block takes any number of transactions of a
   * delegated account, though most nodes keep one.
   */
  nonceState(hash: Hex): 'executable' | 'queued' | null
  /** Symbol and decimals of a token; null while they are being read, and for what is no token. */
  token(address: Address): { readonly symbol: string; readonly decimals: number | null } | null
  /** Pending now, highest priority first. */
  pending(filter?: MempoolFilter, limit?: number): MempoolTransaction[]
  /** New pending transactions that match. 10,000 watchers cost far less than 10,000 evaluations of a filter. */
  watch(filter: MempoolFilter, onTransaction: (entry: MempoolTransaction) => void): Unwatch
  /**
   * Transitions in order, each exactly once, from the one after `since`.
   * @throws {SequenceGoneError} the events after `since` are no longer kept
   */
  follow(onEvent: (event: MempoolEvent) => void, options?: { readonly since?: number }): Unwatch
  /** Fills `mev` of every transaction from now on; the last one that was set counts. Returns what ends it. */
  annotateMev(toMev: ToMev): Unwatch
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
