import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { BlockReference } from '../watcherTypes.ts'
import type { BlockTransaction } from './trackedTransaction.ts'

export const maxBlocks = 256
const maxHashes = 200_000

type MinedTransaction = Pick<BlockTransaction, 'hash' | 'from' | 'nonce'>

/** Stored in columns, because full garbage collections slow down with the number of objects. */
type BlockRecord = {
  readonly block: BlockReference
  readonly hashes: Hex[]
  readonly senders: string[]
  readonly nonces: number[]
}

/** Transactions of the latest blocks, for reorgs and for transactions that are first seen after they were mined. */
export type BlockWindow = {
  add(block: BlockReference, transactions: readonly MinedTransaction[]): void
  /** Adds a transaction of a block that was read late, or that is older than the first block. */
  append(block: BlockReference, transaction: MinedTransaction): void
  /** Removes a block. @returns its transactions, in order */
  remove(hash: Hex): readonly MinedTransaction[]
  has(hash: Hex): boolean
  /** Returns the block that contains a transaction. */
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

  function add(block: BlockReference, added: readonly MinedTransaction[]): void {
    // A new object, so that the cache computes its size again.
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
      return hashes.map((own, index) => ({ hash: own, from: senders[index] ?? '', nonce: nonces[index] ?? 0 }))
    },
    has: (hash) => records.has(hash),
    blockOf: (transaction) => blockOf.get(transaction),
  }
}
