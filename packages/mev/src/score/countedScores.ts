import type { ChainName, Store } from '@outrigger/core'
import type { Hex } from 'viem'
import type { Finding, FindingType } from '../finding.ts'
import type { Outcome } from './outcome.ts'
import { createScoreArchive } from './scoreArchive.ts'
import { type ScoreReport, toScoreReport } from './scoreReport.ts'
import { addScore, emptySums, type ScoreSums } from './scoreSums.ts'

/** A finding and its outcome on the chain. */
export type Counted = { readonly finding: Finding; readonly outcome: Outcome; readonly isTaken: boolean }

/** Sums of scores, in memory and in a store. */
export type CountedScores = {
  /** Resolves when the sums of earlier runs have been read. */
  readonly ready: Promise<void>
  /** Queues scores for the next save. `block` is null if the scores belong to no block. */
  add(block: Hex | null, scored: readonly Counted[]): void
  /** Saves the queued scores. If the store fails, the scores remain queued. @throws any error of the store */
  save(): Promise<void>
  report(): ScoreReport
}

type Batch = { readonly block: Hex | null; readonly scored: readonly Counted[] }

const maxUnsaved = 64

/** @param onCounted called with each finding when the store has counted it for the first time */
export function createCountedScores(
  store: Store,
  chain: ChainName,
  onCounted: (counted: Counted) => void,
): CountedScores {
  const archive = createScoreArchive(store, chain)
  const sums = new Map<FindingType, ScoreSums>()
  let unsaved: readonly Batch[] = []
  const ready = archive.load().then((known) => {
    for (const [type, one] of Object.entries(known)) sums.set(type as FindingType, one)
  })
  ready.catch(() => {})

  return {
    ready,
    add(block, scored) {
      if (scored.length > 0) unsaved = [...unsaved, { block, scored }].slice(-maxUnsaved)
    },
    async save() {
      await ready
      for (const batch of unsaved) {
        const scored = batch.scored.map(({ finding, ...rest }) => {
          const { type, confidence, estimatedProfit } = finding
          return { ...rest, type, confidence, estimatedProfit }
        })
        const isNew = await archive.add(batch.block, scored)
        unsaved = unsaved.filter((one) => one !== batch)
        if (!isNew) continue
        for (const one of scored) sums.set(one.type, addScore(sums.get(one.type) ?? emptySums, one))
        batch.scored.forEach(onCounted)
      }
    },
    report: () => toScoreReport(chain, Object.fromEntries(sums)),
  }
}
