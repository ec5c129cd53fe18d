import type { Finding } from '../../finding.ts'
import type { DetectContext, Detector } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import { findArbitrages } from './findArbitrages.ts'
import { toArbitrageDetails, toCycleId } from './toArbitrageDetails.ts'

/** Detects profitable cycles of swaps in the current state. */
export const arbitrage: Detector = {
  type: 'arbitrage',
  detect(context: DetectContext): readonly Finding[] {
    if (context.subject !== null) return []
    return findArbitrages(context, context.before, context.touched).map((cycle) => ({
      type: 'arbitrage',
      id: `arbitrage:${toCycleId(cycle)}`,
      transactions: [],
      blockNumber: context.before.blockNumber,
      estimatedProfit: cycle.netProfit,
      ...toConfidence(context, cycle.hops),
      basis: 'computed',
      swaps: [{ position: 'alone', hops: cycle.hops, amountIn: cycle.amountIn, amountOut: cycle.amountOut }],
      details: toArbitrageDetails(cycle, context.before),
    }))
  },
}
