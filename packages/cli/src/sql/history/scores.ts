import { type ChainName, chains, type Store } from '@outrigger/core'
import { getScore, type ScoreReport } from '@outrigger/mev/score'
import type { Table } from '../../rows/schema.ts'
import { toOutcomeRows, toPredictionRows } from '../../rows/scores.ts'

const readScores = (toRows: (chain: string, report: ScoreReport) => Table) =>
  async function* read(store: Store): AsyncGenerator<Table> {
    for (const chain of Object.keys(chains) as ChainName[]) yield toRows(chain, await getScore(store, chain))
  }

export const readPredictions = readScores(toPredictionRows)
export const readOutcomes = readScores(toOutcomeRows)
