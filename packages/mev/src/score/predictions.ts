import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { VoidReason } from './outcome.ts'
import { createPendingPredictions } from './pendingPredictions.ts'
import type { BlockId, Due, OnVoid, Prediction, Voided } from './prediction.ts'
import { createStatePredictions } from './statePredictions.ts'

/** Predictions that have not been scored yet. */
export type Predictions = {
  /** Adds a finding that the detector reported. `present` is the pool book's block at the time of the report. */
  tell(prediction: Prediction, present: BlockId): void
  /** Records that the detector withdrew a finding on the state of a block. */
  withdraw(id: string, blockNumber: bigint): void
  mine(entry: MempoolTransaction, block: BlockId): void
  /** Records that a transaction was mined and reverted. Findings that depend on it become void. */
  fail(entry: MempoolTransaction, block: BlockId): void
  /** Records that a reorg removed the block that included a transaction. */
  unmine(hash: Hex): void
  /** Records that a transaction will not be mined. Its findings become void. */
  drop(hash: Hex, why: VoidReason): void
  /** Removes and returns the predictions of the oldest block with a number of at most `upTo`. Returns null without one. */
  takeDue(upTo: bigint): (BlockId & { readonly due: readonly Due[] }) | null
  takeVoided(): readonly Voided[]
}

/** @param max limit for each kind of finding (with and without transactions). Beyond the limit, the oldest become void. */
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
