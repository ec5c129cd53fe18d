import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { BlockReference } from '../watcherTypes.ts'
import type { BlockTransaction } from './trackedTransaction.ts'

export const maxBlocks = 256
const maxHashes = 200_000

type HeldTransaction = Pick<BlockTransaction, 'hash' | 'from' | 'nonce'>

/** By columns: a full garbage collection takes longer the more objects there are. */
type BlockRecord = {
  readonly block: BlockReference
  readonly hashes: Hex[]
  readonly senders: string[]
  readonly nonces: number[]
}

/** The transactions of the latest blocks: for reorganisations, and for transactions first shown when already mined. */
export type BlockWindow = {
  add(block: BlockReference, transactions: readonly HeldTransaction[]): void
  /** A transaction of a block that was read late, or before the first. */
  append(block: BlockReference, transaction: HeldTransaction): void
  /** @returns its transactions, in their order */
  remove(hash: Hex): readonly HeldTransaction[]
  has(hash: Hex): boolean
  /** The block that holds a transaction. */
  blockOf(transaction: Hex): BlockReference | undefined
}

export function createBlockWindow(): BlockWindow {
  const blockOf = new Map<Hex, BlockReference>()
  const records = new LRUCache<Hex, BlockRecord>({
    max: maxBlocks,
    maxSize: maxHashes,
    sizeCalculation: ({ hashes }) => Math.min(maxHashes, hashes.length + 1),
    dispose({ block, hashes }, _, reason) {
      if (reason === 'set') return
      for (const hash of hashes) if (blockOf.get(hash)?.hash === block.hash) blockOf.delete(hash)
    },
  })

  function add(block: BlockReference, added: readonly HeldTransaction[]): void {
    // A new object each time, so that its size is counted anew.
    const record: BlockRecord = { block, hashes: [], senders: [], nonces: [], ...records.peek(block.hash) }
    for (const { hash, from, nonce } of added) {
      blockOf.set(hash, block)
      record.hashes.push(hash)
      record.senders.push(from)
      record.nonces.push(nonce)
    }
    records.set(block.hash, record)
  }

  return {
    add,
    append: (block, transaction) => add(block, [transaction]),
    remove(hash) {
      const { hashes = [], senders = [], nonces = [] } = records.peek(hash) ?? {}
      records.delete(hash)
      return hashes.map((held, index) => ({ hash: held, from: senders[index] ?? '', nonce: nonces[index] ?? 0 }))
    },
    has: (hash) => records.has(hash),
    blockOf: (transaction) => blockOf.get(transaction),
  }
}
