import type { ChainName, Store } from '@outrigger/core'
import { type ChainOption, toChainName } from '@outrigger/core/internal'
import type { FindingType } from '../finding.ts'
import { loadScores } from './scoreArchive.ts'
import { emptySums, mergeSums, type ScoreByType, type TypeScore, toTypeScore } from './scoreSums.ts'

/** Compares the findings on a chain with their outcomes. */
export type ScoreReport = {
  readonly chain: ChainName
  /** Scores by type of finding. Types without scored findings are absent. */
  readonly types: Readonly<Partial<Record<FindingType, TypeScore>>>
  readonly all: TypeScore
}

export function toScoreReport(chain: ChainName, sums: ScoreByType): ScoreReport {
  const known = Object.entries(sums)
  return {
    chain,
    types: Object.fromEntries(known.map(([type, one]) => [type, toTypeScore(one)])),
    all: toTypeScore(known.reduce((total, [, one]) => mergeSums(total, one), emptySums)),
  }
}

/**
 * Returns the score that a `ScoreKeeper` has saved in a store. The keeper may be running.
 *
 * @example
 * const { all } = await getScore(store, 'ethereum')
 * console.log(all.hitShare, all.meanConfidence)
 */
export async function getScore(store: Store, chain: ChainOption): Promise<ScoreReport> {
  const name = toChainName(chain)
  return toScoreReport(name, await loadScores(store, name))
}
