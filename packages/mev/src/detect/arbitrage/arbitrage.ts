import type { Finding } from '../../finding.ts'
import type { DetectContext, Detector } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import { findArbitrages } from './findArbitrages.ts'
import { toArbitrageDetails, toCycleId } from './toArbitrageDetails.ts'

/** Cycles of swaps that pay in the state as it is. */
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
      method: 'computed',
      swaps: [{ position: 'alone', hops: cycle.hops, amountIn: cycle.amountIn, amountOut: cycle.amountOut }],
      details: toArbitrageDetails(cycle, context.before),
    }))
  },
}
