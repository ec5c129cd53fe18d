import type { Finding } from '../../finding.ts'
import { findArbitrages, leavesMoreThanOn } from '../arbitrage/findArbitrages.ts'
import { toArbitrageDetails, toCycleId } from '../arbitrage/toArbitrageDetails.ts'
import type { DetectContext, Detector } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'

/** Cycles that pay after a pending transaction, and more than before it. */
export const backrun: Detector = {
  type: 'backrun',
  detect(context: DetectContext): readonly Finding[] {
    const { subject, before, after, touched } = context
    if (subject === null || subject.applied.reverts || subject.applied.swaps.length === 0) return []
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
          method: 'computed',
          swaps: [{ position: 'after', hops: cycle.hops, amountIn: cycle.amountIn, amountOut: cycle.amountOut }],
          details: toArbitrageDetails(cycle, after),
        }
      })
  },
}
