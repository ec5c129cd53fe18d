import type { ScoreReport, TypeScore } from '@outrigger/mev/score'
import { toEther } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Scored findings by confidence. */
export const predictions = defineRows({
  name: 'predictions',
  version: 1,
  description:
    'MEV findings with a verdict, in sums: one row per type and tenth of confidence. A finding held if its profit on the chain was at least 90 % of the estimate.',
  columns: {
    chain: column('string', 'Chain'),
    type: column('string', 'arbitrage, sandwich, liquidation, backrun or frontrun'),
    min_confidence: column('double', 'Lower end of the tenth, 0 to 0.9'),
    max_confidence: column('double', 'Upper end of the tenth'),
    predictions: column('int64', 'Findings with a verdict'),
    held: column('int64', 'Findings that held'),
    hit_share: column('double', 'held over predictions, 0 to 1'),
    mean_confidence: column('double', 'Average confidence, 0 to 1'),
    estimated_profit_wei: column('decimal', 'Sum of the estimates, wei'),
    estimated_profit_eth: column('double', 'The same in ETH'),
    realized_profit_wei: column('decimal', 'Sum of the profits on the chain, wei'),
    realized_profit_eth: column('double', 'The same in ETH'),
  },
})

/** Scored findings by outcome. */
export const findingOutcomes = defineRows({
  name: 'findings',
  version: 1,
  description:
    'What became of MEV findings, in sums: one row per type, outcome and reason. A node does not store single findings: record them with `outrigger mev watch -o findings/ --append`.',
  columns: {
    chain: column('string', 'Chain'),
    type: column('string', 'arbitrage, sandwich, liquidation, backrun or frontrun'),
    outcome: column('string', 'held, failed, or void without a verdict'),
    reason: orNull('string', 'Why there is no verdict. Only for void'),
    findings: column('int64', 'Findings'),
  },
})

export const toPredictionRows = (chain: string, { types }: ScoreReport): Table =>
  predictions.of(
    Object.entries(types).flatMap(([type, { bins }]) =>
      bins.flatMap((bin, index) =>
        bin.predictions === 0
          ? []
          : {
              chain,
              type,
              min_confidence: index / bins.length,
              max_confidence: (index + 1) / bins.length,
              predictions: bin.predictions,
              held: bin.held,
              hit_share: bin.held / bin.predictions,
              mean_confidence: bin.confidence / bin.predictions,
              estimated_profit_wei: bin.estimatedProfit,
              estimated_profit_eth: toEther(bin.estimatedProfit),
              realized_profit_wei: bin.realizedProfit,
              realized_profit_eth: toEther(bin.realizedProfit),
            },
      ),
    ),
  )

export const toOutcomeRows = (chain: string, { types }: ScoreReport): Table =>
  findingOutcomes.of(
    Object.entries(types).flatMap(([type, score]) =>
      toOutcomes(score).map(([outcome, reason, findings]) => ({ chain, type, outcome, reason, findings })),
    ),
  )

type Outcome = readonly [outcome: string, reason: string | null, findings: number]

function toOutcomes({ bins, voids }: TypeScore): readonly Outcome[] {
  const sum = (pick: (bin: TypeScore['bins'][number]) => number) => bins.reduce((all, bin) => all + pick(bin), 0)
  const outcomes: readonly Outcome[] = [
    ['held', null, sum(({ held }) => held)],
    ['failed', null, sum(({ predictions: all, held }) => all - held)],
    ...Object.entries(voids).map(([reason, count]): Outcome => ['void', reason, count]),
  ]
  return outcomes.filter(([, , findings]) => findings > 0)
}
