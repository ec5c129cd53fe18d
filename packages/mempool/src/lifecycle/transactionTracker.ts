import { createBoundedMap } from '@outrigger/core/internal'
import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { SignedAuthorization } from '../transaction/authorization.ts'
import type { BlockReference, Inclusion, MempoolTransaction, Transition } from '../watcherTypes.ts'
import { type BlockWindow, createBlockWindow, maxBlocks } from './blockWindow.ts'
import { type Bounds, chooseEvictions } from './evictions.ts'
import { createNonces, type Nonces } from './nonces.ts'
import { createPendingIndex, type PendingIndex } from './pendingIndex.ts'
import { canReplace, isCancellation } from './replacement.ts'
import {
  type AuthorizedNonce,
  type BlockTransaction,
  TrackedTransaction,
  toAuthorizedNonces,
} from './trackedTransaction.ts'
import { type LifecycleEvent, type Step, step } from './transition.ts'

export type TransactionTrackerOptions = Bounds & {
  /** Authorizations for other chains do not count. */
  readonly chainId: number
  readonly toNextBaseFee: () => bigint
  readonly onTransition: (tracked: TrackedTransaction, transition: Transition) => void
}

/**
 * Follows every transaction from pending to its end, without I/O. It takes sightings and blocks, and emits each transition
 * once, by the rules of `step`. Ended transactions are stored in case they return, within the same bounds as pending ones.
 */
export class TransactionTracker {
  readonly pending: PendingIndex = createPendingIndex()
  readonly nonces: Nonces = createNonces(this.pending)
  readonly #blocks: BlockWindow = createBlockWindow()
  readonly blocks: Pick<BlockWindow, 'has' | 'blockOf'> = this.#blocks
  readonly #known = new Map<Hex, TrackedTransaction>()
  readonly #ended: LRUCache<Hex, TrackedTransaction>
  readonly #options: TransactionTrackerOptions
  /** Nonces used by authorizations, by block. */
  readonly #authorized = createBoundedMap<Hex, AuthorizedNonce[]>(maxBlocks)
  #unseen = 0

  constructor(options: TransactionTrackerOptions) {
    this.#options = options
    this.#ended = new LRUCache({
      max: options.maxTransactions,
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => Math.min(bytes, options.maxBytes),
      dispose: (_, hash, reason) => {
        if (reason === 'evict') this.#known.delete(hash)
      },
    })
  }

  /** Number of mined transactions that no provider had shown before. */
  get unseen(): number {
    return this.#unseen
  }

  get(hash: Hex): TrackedTransaction | undefined {
    return this.#known.get(hash)
  }

  /** Returns the nonce state of a pending transaction, or null if it is not pending. */
  toNonceState(hash: Hex): 'executable' | 'queued' | null {
    const tracked = this.#known.get(hash)
    if (tracked === undefined || tracked.state.kind !== 'pending') return null
    const { from, nonce } = tracked.entry.transaction
    return this.nonces.toState(from, nonce)
  }

  /** Records that a provider showed a transaction again. Returns false if it is unknown. */
  markSeen(hash: Hex, atMs: number): boolean {
    const tracked = this.#known.get(hash)
    if (tracked === undefined) return false
    Object.assign(tracked, { lastSeenMs: atMs, misses: 0 })
    const { from, nonce } = tracked.entry.transaction
    this.#apply(tracked, { kind: 'seen', isNonceUsed: this.#isNonceUsed(from, nonce), hasRoom: this.#isHalfEmpty() })
    return true
  }

  /** Adds an unknown transaction, unless another one has used its nonce. */
  add(entry: MempoolTransaction): void {
    const { hash, from, nonce } = entry.transaction
    const isMined = this.#blocks.blockOf(hash) !== undefined
    const isNonceUsed = !isMined && this.#isNonceUsed(from, nonce)
    if (isNonceUsed || this.#known.has(hash)) return
    if (isMined) this.#unseen -= 1
    const tracked = new TrackedTransaction(entry, this.#options.chainId)
    this.#known.set(hash, tracked)
    this.#apply(tracked, { kind: 'seen', isNonceUsed, hasRoom: true })
  }

  /**
   * Adds transactions of a block, all at once or in parts. `toInclusion` returns the outcome of a known transaction, or
   * null if its receipt is not read yet. `addMined` adds the outcome later.
   */
  addBlock(
    block: BlockReference,
    transactions: readonly BlockTransaction[],
    toInclusion: (hash: Hex) => Inclusion | null,
  ): void {
    this.#blocks.add(block, transactions)
    for (const { hash, from, nonce, isCancellation, authorizations } of transactions) {
      this.nonces.set(from, nonce + 1)
      if (authorizations !== undefined) this.#authorize(block, authorizations)
      const tracked = this.#known.get(hash)
      const rival = this.pending.at(from, nonce)
      if (tracked === undefined) this.#unseen += 1
      else this.#include(tracked, block, toInclusion(hash))
      if (rival !== undefined && rival !== tracked) this.#apply(rival, { kind: 'superseded', by: hash, isCancellation })
    }
  }

  /** Each valid authorization uses a nonce, even if its transaction fails (EIP-7702). */
  #authorize({ hash }: BlockReference, authorizations: readonly SignedAuthorization[]): void {
    for (const authorized of toAuthorizedNonces(authorizations, this.#options.chainId)) {
      const { authority, nonce } = authorized
      if (!this.nonces.authorize(authority, nonce)) continue
      this.#authorized.set(hash, [...(this.#authorized.peek(hash) ?? []), authorized])
      const rival = this.pending.at(authority, nonce)
      if (rival !== undefined) this.#apply(rival, { kind: 'missing', reason: 'nonceUsed' })
    }
  }

  #include(tracked: TrackedTransaction, block: BlockReference, inclusion: Inclusion | null): void {
    if (tracked.state.kind === 'mined' || inclusion === null) return
    this.#apply(tracked, { kind: 'included', block, as: inclusion })
  }

  /** Adds the outcome of a transaction that was first seen after its block was read. */
  addMined(hash: Hex, block: BlockReference, inclusion: Inclusion): void {
    const tracked = this.#known.get(hash)
    if (tracked === undefined || tracked.state.kind === 'mined') return
    if (this.#blocks.blockOf(hash) === undefined) this.#blocks.append(block, tracked.entry.transaction)
    this.#apply(tracked, { kind: 'included', block, as: inclusion })
  }

  /** Removes a block that left the chain. Its transactions are pending again, the last one first. */
  removeBlock(hash: Hex): void {
    for (const { authority, nonce } of this.#authorized.peek(hash) ?? []) this.nonces.release(authority, nonce)
    for (const { hash: own, from, nonce } of this.#blocks.remove(hash).toReversed()) {
      this.nonces.release(from, nonce)
      const tracked = this.#known.get(own)
      if (tracked === undefined) this.#unseen = Math.max(0, this.#unseen - 1)
      else this.#apply(tracked, { kind: 'blockRemoved' })
    }
  }

  drop(hash: Hex, reason: 'gone' | 'nonceUsed'): void {
    const tracked = this.#known.get(hash)
    if (tracked !== undefined) this.#apply(tracked, { kind: 'missing', reason })
  }

  #apply(tracked: TrackedTransaction, event: LifecycleEvent): void {
    const next = step(tracked.state, event)
    if (next === null) return
    if (next.state.kind === 'pending') this.#makePending(tracked, next)
    else this.#end(tracked, next)
  }

  /**
   * Makes a transaction pending. If another transaction has the same sender and nonce, only one stays pending: the new
   * one if it may replace the other, otherwise the other one.
   */
  #makePending(tracked: TrackedTransaction, { state, transition }: Step): void {
    const { transaction } = tracked.entry
    this.#ended.delete(transaction.hash)
    tracked.state = state
    tracked.misses = 0
    // After a reorg, nodes may need a while until they show the transaction again.
    if (transition.kind === 'reorged') tracked.lastSeenMs = Date.now()
    const rival = this.pending.at(transaction.from, transaction.nonce)
    const wins = rival === undefined || canReplace(transaction, rival.entry.transaction)
    if (wins) {
      if (rival !== undefined) this.pending.remove(rival)
      this.pending.add(tracked)
    }
    this.#options.onTransition(tracked, transition)
    if (rival !== undefined) this.#supersede(...(wins ? ([rival, tracked] as const) : ([tracked, rival] as const)))
    for (const evicted of chooseEvictions(this.pending, this.#options, this.#options.toNextBaseFee()))
      this.#apply(evicted, { kind: 'evicted' })
  }

  #supersede(loser: TrackedTransaction, { entry: { transaction } }: TrackedTransaction): void {
    this.#apply(loser, { kind: 'superseded', by: transaction.hash, isCancellation: isCancellation(transaction) })
  }

  #end(tracked: TrackedTransaction, { state, transition }: Step): void {
    this.pending.remove(tracked)
    tracked.state = state
    this.#ended.set(tracked.entry.transaction.hash, tracked)
    this.#options.onTransition(tracked, transition)
  }

  #isNonceUsed(from: string, nonce: number): boolean {
    return (this.nonces.get(from) ?? 0) > nonce
  }

  /** Whether there is enough room for evicted transactions to return without being evicted again immediately. */
  #isHalfEmpty(): boolean {
    const { maxTransactions, maxBytes } = this.#options
    return 2 * this.pending.size < maxTransactions && 2 * this.pending.bytes < maxBytes
  }
}
