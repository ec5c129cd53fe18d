import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { VoidReason } from './outcome.ts'
import { createPendingPredictions } from './pendingPredictions.ts'
import type { BlockId, Due, OnVoid, Prediction, Voided } from './prediction.ts'
import { createStatePredictions } from './statePredictions.ts'

/** What was predicted and has not been scored yet. */
export type Predictions = {
  /** A finding was reported, when the book was at a block. */
  tell(prediction: Prediction, present: BlockId): void
  /** The detector took a finding back, on the state of a block. */
  withdraw(id: string, blockNumber: bigint): void
  mine(entry: MempoolTransaction, block: BlockId): void
  /** It was mined, and reverted: void is what needs it. */
  fail(entry: MempoolTransaction, block: BlockId): void
  /** The block that held it has left the chain. */
  unmine(hash: Hex): void
  /** It will not be mined. */
  drop(hash: Hex, why: VoidReason): void
  /** What is to be scored of the oldest block up to a number; null without one. It is forgotten here. */
  takeDue(upTo: bigint): (BlockId & { readonly due: readonly Due[] }) | null
  takeVoided(): readonly Voided[]
}

/** @param max findings of each sort; beyond, the oldest are void */
export function createPredictions(max: number): Predictions {
  let voided: Voided[] = []
  const onVoid: OnVoid = (prediction, why) => {
    if (voided.length < max) voided.push({ ...prediction, why })
  }
  const ofState = createStatePredictions(max, onVoid)
  const pending = createPendingPredictions(max, onVoid)
  return {
    tell(prediction, present) {
      if (prediction.finding.transactions.length === 0) ofState.tell(prediction, present)
      else pending.tell(prediction)
    },
    withdraw: pending.withdraw,
    mine: pending.mine,
    fail: pending.fail,
    unmine: pending.unmine,
    drop: pending.drop,
    takeDue(upTo) {
      const oldest = findOldest([...ofState.blocks(), ...pending.blocks()], upTo)
      return oldest && { ...oldest, due: [...ofState.take(oldest), ...pending.take(oldest)] }
    },
    takeVoided() {
      const taken = voided
      voided = []
      return taken
    },
  }
}

function findOldest(blocks: Iterable<BlockId>, upTo: bigint): BlockId | null {
  let oldest: BlockId | null = null
  for (const { number, hash } of blocks)
    if (number <= upTo && (oldest === null || number < oldest.number)) oldest = { number, hash }
  return oldest
}
