import type { Finding } from '@outrigger/mev'
import type { TypeScore } from '@outrigger/mev/score'
import { toEther, toSnakeCase } from '../../api/mempoolWire.ts'
import { type Mempools, openMempool } from '../../node/mempools.ts'
import type { ChainMev, MevDetectors } from '../../node/mevDetectors.ts'
import type { Question } from './question.ts'

type Parts = { readonly mempools: Mempools; readonly mev: MevDetectors }

const mostFindings = 200

/** Reports the current findings on a chain, and how earlier findings compared with what happened on the chain. */
export function createMevQuestions({ mempools, mev }: Parts): readonly Question[] {
  return [
    {
      path: '/dashboard/mev/:chain',
      scopes: ['read:blockchain'],
      area: 'mempool',
      async answer({ chain = '' }) {
        // Detection starts with the mempool.
        const { watcher, staleSinceMs } = await openMempool(mempools, chain)
        const running = mev.running.get(watcher.chain)
        return {
          chain: watcher.chain,
          ...(staleSinceMs !== null && { stale: true, as_of: new Date(staleSinceMs).toISOString() }),
          ...(running ? { enabled: true, ...toWireMev(running) } : { enabled: false }),
        }
      },
    },
  ]
}

function toWireMev({ book, detector, score }: ChainMev) {
  const { known, loaded, waiting, state, reason } = book.status()
  const { types, all } = score.report()
  const findings = detector.findings()
  return {
    pools: { known, loaded, waiting, state, reason },
    count: findings.length,
    findings: findings.slice(0, mostFindings).map(toWireFinding),
    score: {
      types: Object.entries(types).map(([type, one]) => ({ type, ...toWireScore(one) })),
      all: toWireScore(all),
    },
  }
}

function toWireFinding({ id, type, transactions, blockNumber, estimatedProfit, confidence, ...rest }: Finding) {
  return {
    id,
    type,
    transactions,
    block_number: Number(blockNumber),
    confidence,
    basis: rest.basis,
    estimated_profit_eth: toEther(estimatedProfit),
    details: toSnakeCase<string | number>({ ...rest.details }),
    swaps: rest.swaps.map(({ position, hops }) => ({ position, hops: hops.length })),
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
    median_error: score.profitError?.median ?? null,
    taken: score.taken,
    voids: toSnakeCase<number>({ ...score.voids }),
    /** Tenths of confidence, lowest first. */
    bins: score.bins.map(({ predictions, held, confidence }) => ({ predictions, held, confidence })),
  }
}
