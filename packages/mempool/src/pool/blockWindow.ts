import type { Hex } from 'viem'
import type { BlockReference } from '../watcherTypes.ts'
import type { BlockTransaction } from './tracked.ts'

const maxBlocks = 256
const maxHashes = 200_000

export type BlockRecord = {
  readonly block: BlockReference
  readonly transactions: Pick<BlockTransaction, 'hash' | 'from' | 'nonce'>[]
}

/** What the latest blocks hold: for reorganisations, and for transactions that are shown when they are already mined. */
export type BlockWindow = {
  add(block: BlockReference, transactions: readonly BlockTransaction[]): void
  /** A transaction of a block that was read late, or before the first. */
  append(block: BlockReference, transaction: BlockTransaction): void
  remove(hash: Hex): BlockRecord | undefined
  has(hash: Hex): boolean
  /** The block that holds a transaction. */
  blockOf(transaction: Hex): BlockReference | undefined
}

export function createBlockWindow(): BlockWindow {
  const records = new Map<Hex, BlockRecord>()
  const holders = new Map<Hex, BlockReference>()

  function remove(hash: Hex): BlockRecord | undefined {
    const record = records.get(hash)
    records.delete(hash)
    for (const { hash: held } of record?.transactions ?? [])
      if (holders.get(held) === record?.block) holders.delete(held)
    return record
  }

  function append(block: BlockReference, { hash, from, nonce }: BlockTransaction): void {
    const record = records.get(block.hash) ?? { block, transactions: [] }
    records.set(block.hash, record)
    record.transactions.push({ hash, from, nonce })
    holders.set(hash, record.block)
  }

  return {
    add(block, transactions) {
      if (transactions.length === 0) records.set(block.hash, { block, transactions: [] })
      for (const transaction of transactions) append(block, transaction)
      while (records.size > maxBlocks || (holders.size > maxHashes && records.size > 1)) {
        const [oldest] = records.keys()
        if (oldest !== undefined) remove(oldest)
      }
    },
    append,
    remove,
    has: (hash) => records.has(hash),
    blockOf: (transaction) => holders.get(transaction),
  }
}
