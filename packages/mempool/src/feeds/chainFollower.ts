import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Head, ProviderPool } from '@outrigger/core'
import type { Hex } from 'viem'
import type { Block } from '../lifecycle/block.ts'
import type { TransactionTracker } from '../lifecycle/transactionTracker.ts'
import type { BlockReference, Inclusion } from '../watcherTypes.ts'
import { type BlockFetcher, createBlockFetcher } from './blockFetcher.ts'
import { createLateReceipts, type LateReceipt } from './lateReceipts.ts'
import { createReadRange, type ReadRange } from './readRange.ts'
import { createReadUntilDone, type ReadUntilDone } from './readUntilDone.ts'
import { createSerialQueue } from './serialQueue.ts'

type ChainFollowerOptions = {
  readonly pool: Pick<ProviderPool, 'send' | 'watchHeads'>
  readonly tracker: TransactionTracker
  readonly signal: AbortSignal
  /** Called after a block was added to the tracker. */
  readonly onBlock: (block: Block, reference: BlockReference) => void
}

type ChainFollower = {
  /** Reads the receipt of a transaction that was first seen after its block. */
  addMined(hash: Hex, block: BlockReference): void
}

type Task =
  | { readonly kind: 'added' | 'removed'; readonly head: Head }
  | { readonly kind: 'late'; readonly receipt: LateReceipt }

/**
 * Feeds the tracker with the blocks that join and leave the chain. It processes every head in order, however long its block
 * and receipts take. A block that leaves the chain before it was read is skipped.
 */
export function followChain({ pool, tracker, signal, onBlock }: ChainFollowerOptions): ChainFollower {
  const termsOf = (hash: Hex) => tracker.get(hash)?.entry.transaction
  const fetcher = createBlockFetcher({ send: pool.send, signal, termsOf })
  const range = createReadRange()
  const queue = createSerialQueue<Task>(run, signal)
  const isRemoved = (block: Hex) => queue.hasWaiting((task) => task.kind === 'removed' && task.head.hash === block)

  const readUntilDone = createReadUntilDone(isRemoved, signal)
  const lateReceipts = createLateReceipts({ ...fetcher, tracker, range, readUntilDone, signal })

  async function run(task: Task): Promise<void> {
    if (task.kind === 'late') lateReceipts.add(task.receipt)
    else if (task.kind === 'removed') tracker.removeBlock(task.head.hash)
    else {
      const { hash, number } = task.head
      const added = await addBlock(task.head, { fetcher, tracker, range, readUntilDone, signal })
      for (const late of added?.late ?? []) lateReceipts.add({ hash: late, block: { hash, number } })
      if (added !== null) onBlock(added.block, { hash, number })
    }
  }

  const unwatch = pool.watchHeads((head) => queue.add({ kind: head.removed ? 'removed' : 'added', head }))
  signal.addEventListener('abort', unwatch, { once: true })
  return { addMined: (hash, block) => queue.add({ kind: 'late', receipt: { hash, block } }) }
}

type AddBlockContext = {
  readonly fetcher: BlockFetcher
  readonly tracker: TransactionTracker
  readonly range: ReadRange
  readonly readUntilDone: ReadUntilDone
  readonly signal: AbortSignal
}

/** `late`: transactions that became known while the block was added. Their receipts are not read yet. */
type Added = { readonly block: Block; readonly late: readonly Hex[] }

/** Reads the block of a head with the receipts of known transactions. Returns null if that failed permanently. */
async function addBlock({ hash, number, provider }: Head, context: AddBlockContext): Promise<Added | null> {
  const { fetcher, tracker, range, readUntilDone, signal } = context
  const outcomes = new Map<Hex, Inclusion>()
  let block: Block | null = null
  // Transactions may become known while receipts are read, so the missing ones are computed again each time.
  const toMissing = ({ transactions }: Block) =>
    transactions.flatMap((one) => (tracker.get(one.hash) && !outcomes.has(one.hash) ? [one.hash] : []))
  const isRead = await readUntilDone(hash, async () => {
    block ??= await fetcher.getBlock({ hash, number }, provider)
    if (block === null) return false
    for (let missing = toMissing(block); missing.length > 0; missing = toMissing(block)) {
      await fetcher.readOutcomes({ hash, number }, missing, outcomes)
      if (missing.every((one) => !outcomes.has(one))) return false
    }
    return true
  })
  if (!isRead || block === null) {
    if (!signal.aborted) range.reset()
    return null
  }
  range.add(number)
  const late = await endTransactions((block as Block).transactions, { hash, number }, outcomes, context)
  return late && { block, late }
}

/** Transactions that end per event loop turn, so that new pending transactions do not wait for a whole block. */
const endsPerTurn = 64

/** @returns transactions that became known meanwhile and lack a receipt, or null if the watcher was closed meanwhile */
async function endTransactions(
  transactions: Block['transactions'],
  block: BlockReference,
  outcomes: ReadonlyMap<Hex, Inclusion>,
  { tracker, signal }: Pick<AddBlockContext, 'tracker' | 'signal'>,
): Promise<readonly Hex[] | null> {
  const late: Hex[] = []
  // Only called for known transactions.
  const toInclusion = (hash: Hex) => {
    const outcome = outcomes.get(hash)
    if (outcome === undefined) late.push(hash)
    return outcome ?? null
  }
  // The first pass also adds an empty block.
  for (let next = 0; next === 0 || next < transactions.length; next += endsPerTurn) {
    if (next > 0) await nextTurn()
    if (signal.aborted) return null
    tracker.addBlock(block, transactions.slice(next, next + endsPerTurn), toInclusion)
  }
  return late
}
