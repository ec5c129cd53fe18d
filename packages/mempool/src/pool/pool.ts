import type { Hex } from 'viem'
import type { BlockReference, MempoolTransaction, Transition } from '../watcherTypes.ts'
import { type BlockWindow, createBlockWindow } from './blockWindow.ts'
import { type Bounds, chooseEvictions } from './evictions.ts'
import { createNonces, type Nonces } from './nonces.ts'
import { createPendingIndex, type PendingIndex } from './pendingIndex.ts'
import { type BlockTransaction, isCancellation, isOutbidding, type Tracked, toTracked } from './tracked.ts'

export type TransactionPoolOptions = Bounds & {
  readonly toNextBaseFee: () => bigint
  readonly onTransition: (tracked: Tracked, transition: Transition) => void
}

/**
 * The life of every transaction, without I/O: what is shown goes in, what blocks hold goes in, transitions come out, each
 * once. Blocks are the truth: whatever was believed of a transaction before, being mined ends it, and its block leaving
 * the chain brings it back.
 *
 * As many as may be pending are kept after their end, in case they come back.
 */
export type TransactionPool = {
  readonly pending: PendingIndex
  readonly nonces: Nonces
  readonly blocks: Pick<BlockWindow, 'has' | 'blockOf'>
  /** Transactions of blocks that had not been shown before. */
  readonly unseen: number
  get(hash: Hex): Tracked | undefined
  /**
   * A provider shows it again; true if the pool knows it. One that was believed gone is pending
   * again, one that was put out for dearer ones once there is room.
   */
  confirm(hash: Hex, atMs: number): boolean
  /** A transaction the pool does not know. Ignored when its nonce was used by another one. */
  admit(entry: MempoolTransaction): void
  /** Receipts first: `isSuccess` tells how a transaction the pool knows has ended. */
  addBlock(block: BlockReference, transactions: readonly BlockTransaction[], isSuccess: (hash: Hex) => boolean): void
  /** A transaction that was shown only after its block had been read. */
  settle(hash: Hex, block: BlockReference, isSuccess: boolean): void
  removeBlock(hash: Hex): void
  drop(hash: Hex, reason: 'gone' | 'nonceUsed'): void
}

export function createTransactionPool(options: TransactionPoolOptions): TransactionPool {
  const { maxTransactions, maxBytes, toNextBaseFee, onTransition } = options
  const all = new Map<Hex, Tracked>()
  /** No longer pending, the oldest first. */
  const ended = new Set<Tracked>()
  const pending = createPendingIndex()
  const nonces = createNonces(pending)
  const blocks = createBlockWindow()
  let endedBytes = 0
  let unseen = 0

  function end(tracked: Tracked, state: Exclude<Tracked['state'], 'pending'>, transition: Transition): void {
    if (tracked.state === 'pending') pending.remove(tracked)
    else forgetEnded(tracked)
    tracked.state = state
    tracked.block = 'block' in transition ? transition.block : null
    ended.add(tracked)
    endedBytes += tracked.bytes
    onTransition(tracked, transition)
    for (const oldest of ended) {
      if (ended.size <= maxTransactions && endedBytes <= maxBytes) break
      forgetEnded(oldest)
      all.delete(oldest.entry.transaction.hash)
    }
  }

  /** Room enough that what was put out for others may come back, and not be put out again at once. */
  const isHalfEmpty = () => 2 * pending.size < maxTransactions && 2 * pending.bytes < maxBytes

  function forgetEnded(tracked: Tracked): void {
    if (ended.delete(tracked)) endedBytes -= tracked.bytes
  }

  /** Makes it pending, at the cost of the one that holds its nonce or of itself. */
  function begin(tracked: Tracked, transition: Transition): void {
    const { transaction } = tracked.entry
    forgetEnded(tracked)
    // Nodes may take a while to have back what a reorganisation returns.
    const confirmedAtMs = transition.kind === 'reorged' ? Date.now() : tracked.confirmedAtMs
    Object.assign(tracked, { state: 'pending', block: null, misses: 0, confirmedAtMs })
    const rival = pending.at(transaction.from, transaction.nonce)
    const wins = rival === undefined || isOutbidding(transaction, rival.entry.transaction)
    if (wins) {
      if (rival !== undefined) pending.remove(rival)
      pending.add(tracked)
    }
    onTransition(tracked, transition)
    if (rival !== undefined)
      replace(...(wins ? ([rival, transaction] as const) : ([tracked, rival.entry.transaction] as const)))
    for (const evicted of chooseEvictions(pending, { maxTransactions, maxBytes }, toNextBaseFee()))
      end(evicted, 'evicted', { kind: 'dropped', reason: 'evicted' })
  }

  function replace(loser: Tracked, winner: MempoolTransaction['transaction']): void {
    end(loser, 'replaced', { kind: isCancellation(winner) ? 'cancelled' : 'replaced', by: winner.hash })
  }

  function settle(tracked: Tracked, block: BlockReference, isSuccess: boolean): void {
    end(tracked, 'mined', { kind: isSuccess ? 'mined' : 'failed', block })
  }

  return {
    pending,
    nonces,
    blocks,
    get unseen() {
      return unseen
    },
    get: (hash) => all.get(hash),
    confirm(hash, atMs) {
      const tracked = all.get(hash)
      if (tracked === undefined) return false
      Object.assign(tracked, { confirmedAtMs: atMs, misses: 0 })
      const { from, nonce } = tracked.entry.transaction
      const isBack = tracked.state === 'dropped' || (tracked.state === 'evicted' && isHalfEmpty())
      if (isBack && (nonces.get(from) ?? 0) <= nonce) begin(tracked, { kind: 'pending' })
      return true
    },
    admit(entry) {
      const { hash, from, nonce } = entry.transaction
      const isMined = blocks.blockOf(hash) !== undefined
      if (all.has(hash) || (!isMined && (nonces.get(from) ?? 0) > nonce)) return
      if (isMined) unseen -= 1
      const tracked = toTracked(entry)
      all.set(hash, tracked)
      begin(tracked, { kind: 'pending' })
    },
    addBlock(block, transactions, isSuccess) {
      blocks.add(block, transactions)
      for (const { hash, from, nonce, isCancellation: cancels } of transactions) {
        nonces.set(from, nonce + 1)
        const tracked = all.get(hash)
        const rival = pending.at(from, nonce)
        if (tracked === undefined) unseen += 1
        else if (tracked.state !== 'mined') settle(tracked, block, isSuccess(hash))
        if (rival !== undefined && rival !== tracked)
          end(rival, 'replaced', { kind: cancels ? 'cancelled' : 'replaced', by: hash })
      }
    },
    settle(hash, block, isSuccess) {
      const tracked = all.get(hash)
      if (tracked === undefined || tracked.state === 'mined') return
      if (blocks.blockOf(hash) === undefined) {
        const { from, nonce } = tracked.entry.transaction
        blocks.append(block, { hash, from, nonce, isCancellation: false })
      }
      settle(tracked, block, isSuccess)
    },
    removeBlock(hash) {
      for (const held of blocks.remove(hash)?.transactions.reverse() ?? []) {
        nonces.giveBack(held.from, held.nonce)
        const tracked = all.get(held.hash)
        if (tracked === undefined) unseen = Math.max(0, unseen - 1)
        else if (tracked.state === 'mined' && tracked.block !== null)
          begin(tracked, { kind: 'reorged', block: tracked.block })
      }
    },
    drop(hash, reason) {
      const tracked = all.get(hash)
      if (tracked?.state === 'pending') end(tracked, 'dropped', { kind: 'dropped', reason })
    },
  }
}
