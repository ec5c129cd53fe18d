import * as t from 'typebox'
import { byName } from './mempool.ts'
import { named, record } from './record.ts'
import { Int, orNull, toWad } from './wire.ts'

const Share = (description: string) => orNull(t.Number({ minimum: 0, maximum: 1, description }))

const profits = {
  /** Sum of the estimates, wei. The wire sends ETH, rounded to 15 digits. */
  estimatedProfit: named('estimated_profit_eth', toWad({ description: 'Sum of the estimated profits, ETH' })),
  realizedProfit: named(
    'realized_profit_eth',
    toWad({ description: 'Sum of the profits at the planned positions in the mined blocks, ETH' }),
  ),
}

const Score = record({
  /** Number of findings with a verdict: those whose block showed what they would have earned. */
  predictions: t.Integer({
    minimum: 0,
    description: 'Number of findings with a verdict: those whose block showed what they would have earned',
  }),
  /** Share of these findings with at least 90 % of the estimated profit. Null without predictions. */
  hitShare: Share('Share of these findings with at least 90 % of the estimated profit; null without predictions'),
  meanConfidence: Share('Mean confidence of these findings; null without predictions'),
  /** Mean gap between confidence and hit share, weighted by the predictions of each bin. Null without predictions. */
  expectedCalibrationError: Share(
    'Mean gap between confidence and hit share, weighted by the predictions of each bin; null without predictions',
  ),
  ...profits,
  /** Difference between profit and estimate of the latest 256 predictions, as a share of the estimate. */
  profitError: t.Union([record({ median: t.Number(), p95: t.Number() }), t.Null()], {
    description: 'Difference between profit and estimate of the latest 256 predictions, as a share of the estimate',
  }),
  /** Number of findings without a verdict, by reason. */
  voids: byName(Int, { description: 'Number of findings without a verdict, by reason' }),
  /** One bin per tenth of confidence, lowest first. */
  bins: t.Array(
    record({
      predictions: Int,
      held: t.Integer({ minimum: 0, description: 'Number of predictions with at least 90 % of the estimated profit' }),
      /** Sum of the confidences. */
      confidence: t.Number({ minimum: 0, description: 'Sum of the confidences' }),
      ...profits,
    }),
    { description: 'One bin per tenth of confidence, lowest first' },
  ),
})

/** Pools of the MEV detector, and the score of its past findings. */
export const MevStatus = record({
  chain: t.String(),
  pools: record(
    {
      state: t.Enum(['building', 'ready'], { description: 'building until the chain has been searched for pools' }),
      /** Share of blocks searched for pools, 0 to 1. */
      progress: t.Number({ minimum: 0, maximum: 1, description: 'Share of blocks searched for pools' }),
      known: t.Integer({ minimum: 0, description: 'Number of known pools' }),
      loaded: t.Integer({ minimum: 0, description: 'Number of pools whose state is followed' }),
      waiting: t.Integer({ minimum: 0, description: 'Number of pools whose state is still to be read' }),
      /** Why blocks cannot be processed now. Null if they can. */
      reason: orNull(t.String({ description: 'Why blocks cannot be processed now; null if they can' })),
    },
    { description: 'Pools on which findings are computed' },
  ),
  score: record(
    {
      types: t.Record(t.String(), Score, {
        description: 'By type of finding. Types without scored findings are absent',
      }),
      all: Score,
    },
    { description: 'Comparison of past findings with the blocks that followed. Each finding counts once' },
  ),
})

const score = {
  predictions: 120,
  hit_share: 0.82,
  mean_confidence: 0.79,
  expected_calibration_error: 0.04,
  estimated_profit_eth: 3.2,
  realized_profit_eth: 2.9,
  profit_error: { median: 0.01, p95: 0.35 },
  voids: { dropped: 14 },
  bins: Array.from({ length: 10 }, (_, index) => ({
    predictions: index === 8 ? 120 : 0,
    held: index === 8 ? 98 : 0,
    confidence: index === 8 ? 94.8 : 0,
    estimated_profit_eth: index === 8 ? 3.2 : 0,
    realized_profit_eth: index === 8 ? 2.9 : 0,
  })),
}

export const exampleMevStatus: t.Static<typeof MevStatus> = {
  chain: 'ethereum',
  pools: { state: 'ready', progress: 1, known: 412_000, loaded: 1830, waiting: 0, reason: null },
  score: { types: { sandwich: score }, all: score },
}
