import type { Hex } from 'viem'
import type { TransactionTracker } from '../lifecycle/transactionTracker.ts'
import type { BlockReference, Inclusion } from '../watcherTypes.ts'
import type { ReadRange } from './readRange.ts'
import type { ReadUntilDone } from './readUntilDone.ts'
import type { ReceiptReader } from './receiptReader.ts'

const maxAtOnce = 64

export type LateReceipt = { readonly hash: Hex; readonly block: BlockReference }

type LateReceiptsOptions = ReceiptReader & {
  readonly tracker: TransactionTracker
  readonly range: ReadRange
  readonly readUntilDone: ReadUntilDone
  readonly signal: AbortSignal
}

/**
 * Reads receipts of transactions that were first seen after their block. This runs beside the processing of heads, because
 * receipts of an old block may never arrive.
 */
export function createLateReceipts(options: LateReceiptsOptions): { add(receipt: LateReceipt): void } {
  const { tracker, range, readUntilDone, readOutcomes, signal } = options
  const waiting: LateReceipt[] = []
  let reading = 0

  /**
   * Returns true if a block is part of the tracked chain or older than it. An unknown block within the range is on
   * another branch, or its head has not arrived yet.
   */
  const isOnChain = ({ hash, number }: BlockReference) => tracker.blocks.has(hash) || range.startsAfter(number)

  async function read({ hash, block }: LateReceipt): Promise<void> {
    if (!isOnChain(block)) return
    const outcomes = new Map<Hex, Inclusion>()
    const isDone = await readUntilDone(block.hash, async () => {
      await readOutcomes(block, [hash], outcomes)
      return outcomes.has(hash) || !isOnChain(block)
    })
    const inclusion = outcomes.get(hash)
    if (isDone && inclusion !== undefined && isOnChain(block)) tracker.addMined(hash, block, inclusion)
  }

  function add(receipt: LateReceipt): void {
    if (reading >= maxAtOnce) return void waiting.push(receipt)
    reading += 1
    void read(receipt).then(() => {
      reading -= 1
      const next = waiting.shift()
      if (next !== undefined && !signal.aborted) add(next)
    })
  }
  return { add }
}
