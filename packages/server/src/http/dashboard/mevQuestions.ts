import type { TypeScore } from '@outrigger/mev/score'
import { toEther, toSnakeCase } from '../../api/mempoolWire.ts'
import { type Mempools, openMempool } from '../../node/mempools.ts'
import type { ChainMev, MevDetectors } from '../../node/mevDetectors.ts'
import type { Question } from './question.ts'

type Parts = { readonly mempools: Mempools; readonly mev: MevDetectors }

/** Reports the pools that findings are computed on, and how earlier findings compared with what happened on the chain. */
export function createMevQuestions({ mempools, mev }: Parts): readonly Question[] {
  return [
    {
      path: '/dashboard/mev/:chain',
      scopes: ['read:blockchain'],
      area: 'mempool',
      async answer({ chain = '' }) {
        // Detection starts with the mempool.
        const { watcher } = await openMempool(mempools, chain)
        const running = mev.running.get(watcher.chain)
        return {
          chain: watcher.chain,
          ...(running ? { enabled: true, ...toWireMev(running) } : { enabled: false }),
        }
      },
    },
  ]
}

function toWireMev({ book, score }: ChainMev) {
  const { known, loaded, waiting, state, reason } = book.status()
  const { types, all } = score.report()
  return {
    pools: { known, loaded, waiting, state, reason },
    score: {
      types: Object.entries(types).map(([type, one]) => ({ type, ...toWireScore(one) })),
      all: toWireScore(all),
    },
  }
}

function toWireScore(score: TypeScore) {
  return {
    predictions: score.predictions,
    hit_share: score.hitShare,
    mean_confidence: score.meanConfidence,
    expected_calibration_error: score.expectedCalibrationError,
    estimated_profit_eth: toEther(score.estimatedProfit),
    realized_profit_eth: toEther(score.realizedProfit),
    voids: toSnakeCase<number>({ ...score.voids }),
    /** Tenths of confidence, lowest first. */
    bins: score.bins.map(({ predictions, held, confidence }) => ({ predictions, held, confidence })),
  }
}
