import type { Finding } from '../../finding.ts'
import { findArbitrages, leavesMoreThanOn } from '../arbitrage/findArbitrages.ts'
import { toArbitrageDetails, toCycleId } from '../arbitrage/toArbitrageDetails.ts'
import type { DetectContext, Detector, Subject } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'

/** Detects cycles that are profitable after a pending transaction and more profitable than before it. */
export const backrun: Detector = {
  type: 'backrun',
  detect(context: DetectContext): readonly Finding[] {
    const { subject, before, after, touched } = context
    if (subject === null || !mayMovePrices(subject)) return []
    return findArbitrages(context, after, touched)
      .filter((cycle) => leavesMoreThanOn(before, cycle, context))
      .map((cycle) => {
        const { confidence, inputs } = toConfidence(context, cycle.hops)
        return {
          type: 'backrun',
          id: `backrun:${subject.applied.hash}:${toCycleId(cycle)}`,
          transactions: [subject.applied.hash],
          blockNumber: before.blockNumber,
          estimatedProfit: cycle.netProfit,
          confidence,
          inputs,
          basis: subject.applied.simulated.length > 0 ? 'simulated' : 'computed',
          swaps: [{ position: 'after', hops: cycle.hops, amountIn: cycle.amountIn, amountOut: cycle.amountOut }],
          details: toArbitrageDetails(cycle, after),
        }
      })
  },
}

const mayMovePrices = ({ applied: { reverts, swaps, simulated } }: Subject) =>
  !reverts && swaps.length + simulated.length > 0
