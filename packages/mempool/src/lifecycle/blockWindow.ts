import { LRUCache } from 'lru-cache'
import type { Hex } from 'viem'
import type { BlockReference } from '../watcherTypes.ts'
import type { BlockTransaction } from './trackedTransaction.ts'

const maxBlocks = 256
const maxHashes = 200_000

type HeldTransaction = Pick<BlockTransaction, 'hash' | 'from' | 'nonce'>

export type BlockRecord = { readonly block: BlockReference; readonly transactions: readonly HeldTransaction[] }

/** The transactions of the latest blocks: for reorganisations, and for transactions first shown when already mined. */
export type BlockWindow = {
  add(block: BlockReference, transactions: readonly HeldTransaction[]): void
  /** A transaction of a block that was read late, or before the first. */
  append(block: BlockReference, transaction: HeldTransaction): void
  remove(hash: Hex): BlockRecord | undefined
  has(hash: Hex): boolean
  /** The block that holds a transaction. */
  blockOf(transaction: Hex): BlockReference | undefined
}

export function createBlockWindow(): BlockWindow {
  const blockOf = new Map<Hex, BlockReference>()
  const records = new LRUCache<Hex, BlockRecord>({
    max: maxBlocks,
    maxSize: maxHashes,
    sizeCalculation: ({ transactions }) => Math.min(maxHashes, transactions.length + 1),
    dispose({ block, transactions }, _, reason) {
      if (reason === 'set') return
      for (const { hash } of transactions) if (blockOf.get(hash)?.hash === block.hash) blockOf.delete(hash)
    },
  })

  function add(block: BlockReference, added: readonly HeldTransaction[]): void {
    const transactions = added.map(({ hash, from, nonce }) => ({ hash, from, nonce }))
    for (const { hash } of transactions) blockOf.set(hash, block)
    records.set(block.hash, {
      block,
      transactions: [...(records.peek(block.hash)?.transactions ?? []), ...transactions],
    })
  }

  return {
    add,
    append: (block, transaction) => add(block, [transaction]),
    remove(hash) {
      const record = records.peek(hash)
      records.delete(hash)
      return record
    },
    has: (hash) => records.has(hash),
    blockOf: (transaction) => blockOf.get(transaction),
  }
}
