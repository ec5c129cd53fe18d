import type { LiteSVM } from 'litesvm'
import { type Executed, execute } from './execute.ts'

/** A block with the transactions of a slot. */
export type Block = {
  readonly slot: number
  readonly hash: string
  /** Unix seconds. */
  readonly time: number
  readonly transactions: readonly Executed[]
}

export type Ledger = ReturnType<typeof createLedger>

/** Creates synthetic blocks, one per transaction at the current time, because the virtual machine has no blocks. */
export function createLedger(svm: LiteSVM) {
  const blocks: Block[] = []

  function addBlock(transactions: readonly Executed[]): void {
    const slot = blocks.length + 1
    svm.warpToSlot(BigInt(slot))
    svm.expireBlockhash()
    blocks.push({ slot, hash: svm.latestBlockhash(), time: Math.floor(Date.now() / 1000), transactions })
  }
  addBlock([])

  return {
    head: () => blocks.length,
    blockAt: (slot: number): Block | undefined => blocks[slot - 1],
    /** Newest first. */
    list: () =>
      blocks.flatMap((block) => block.transactions.map((transaction) => ({ block, transaction }))).toReversed(),
    send(base64: string): string {
      const executed = execute(svm, base64)
      addBlock([executed])
      return executed.signature
    },
  }
}
