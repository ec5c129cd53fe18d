import { createBoundedMap, createEmitter } from '@outrigger/core/internal'
import type { PoolBook } from '@outrigger/defi/dex'
import type { PoolBookEvents } from '@outrigger/defi/internal'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { MevDetector, MevDetectorEvents } from '../detector/detectorTypes.ts'
import type { DetectorEffect, DetectorEvent } from '../detector/events.ts'
import type { DetectorState } from '../detector/state.ts'
import { step } from '../detector/step.ts'
import { createSkipped, type SkippedSimulation } from './skipped.ts'

/** Applies recorded events to the state of a detector, and emits what the detector would emit. */
type Player = {
  readonly detector: Pick<MevDetector, 'on' | 'findings' | 'terms'>
  readonly book: Pick<PoolBook, 'on' | 'snapshot'>
  readonly get: MempoolWatcher['get']
  play(event: DetectorEvent): void
  summarize(): {
    readonly blocks: number
    readonly transactions: number
    readonly skipped: readonly SkippedSimulation[]
  }
}

/** Number of transactions that `get` finds. */
const keptTransactions = 65_536

export function createPlayer(state: DetectorState): Player {
  const found = createEmitter<MevDetectorEvents>()
  const blocks = createEmitter<PoolBookEvents>()
  const entries = createBoundedMap<Hex, MempoolTransaction>(keptTransactions)
  const skipped = createSkipped()
  const count = { blocks: 0, transactions: 0 }

  function note(event: DetectorEvent): void {
    skipped.receive(event)
    if (event.kind === 'transaction') count.transactions += 1
    if (event.kind === 'transaction' || event.kind === 'query')
      entries.set(event.pending.entry.transaction.hash, event.pending.entry)
    if (event.kind === 'poolBlock' && event.update.number !== state.pools.block?.number) count.blocks += 1
  }

  function perform(effect: DetectorEffect): void {
    if (effect.kind === 'found' || effect.kind === 'changed') found.emit(effect.kind, effect.finding)
    else if (effect.kind === 'gone') found.emit('gone', { finding: effect.finding, reason: effect.reason })
    else skipped.request(effect)
  }

  return {
    detector: { on: found.on, findings: state.findings.list, terms: () => state.terms },
    book: { on: blocks.on, snapshot: () => state.pools },
    get: (hash) => entries.get(hash) ?? null,
    play(event) {
      note(event)
      const effects = step(state, event)
      // Findings are emitted after the block that they refer to, as by a detector.
      if (event.kind === 'poolBlock') blocks.emit('block', event.update)
      effects.forEach(perform)
    },
    summarize: () => ({ ...count, skipped: skipped.list() }),
  }
}
