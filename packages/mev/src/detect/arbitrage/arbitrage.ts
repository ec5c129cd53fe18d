import type { Finding, PlannedSwaps } from '../../finding.ts'
import type { PoolView } from '../../view/poolView.ts'
import type { DetectContext, Detector, Subject } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import { findArbitrages, leavesMoreThanOn, type SizedCycle } from './findArbitrages.ts'

/** Detects profitable cycles of swaps in the current state. */
export const arbitrage: Detector = {
  type: 'arbitrage',
  detect(context: DetectContext): readonly Finding[] {
    const { subject, before, touched } = context
    if (subject !== null) return []
    return findArbitrages(context, before, touched).map((cycle) => ({
      type: 'arbitrage',
      id: `arbitrage:${toCycleId(cycle)}`,
      transactions: [],
      basis: 'computed',
      ...describe(context, cycle, before, 'alone'),
    }))
  },
}

/** Detects cycles that are profitable after a pending transaction and more profitable than before it. */
export const backrun: Detector = {
  type: 'backrun',
  detect(context: DetectContext): readonly Finding[] {
    const { subject, before, after, touched } = context
    if (subject === null || !mayMovePrices(subject)) return []
    const { hash, simulated } = subject.applied
    return findArbitrages(context, after, touched)
      .filter((cycle) => leavesMoreThanOn(before, cycle, context))
      .map((cycle) => ({
        type: 'backrun',
        id: `backrun:${hash}:${toCycleId(cycle)}`,
        transactions: [hash],
        basis: simulated.length > 0 ? 'simulated' : 'computed',
        ...describe(context, cycle, after, 'after'),
      }))
  },
}

const mayMovePrices = ({ applied: { reverts, swaps, simulated } }: Subject) =>
  !reverts && swaps.length + simulated.length > 0

/** Returns the parts of a finding that arbitrages and backruns have in common. The spread applies at the margin, after the pools' fees. */
function describe(context: DetectContext, cycle: SizedCycle, view: PoolView, position: PlannedSwaps['position']) {
  const { hops, gain, amountIn, amountOut, netProfit } = cycle
  const [first, last] = [hops[0], hops.at(-1)]
  const toDex = (hop: typeof first) => (hop && view.get(hop.pool)?.dex) ?? 'unknown'
  return {
    blockNumber: view.blockNumber,
    estimatedProfit: netProfit,
    ...toConfidence(context, hops),
    swaps: [{ position, hops, amountIn, amountOut }],
    details: {
      dexBuy: toDex(first),
      dexSell: toDex(last),
      token: first?.tokenOut ?? '',
      spreadPercent: Math.round(Math.expm1(gain) * 1e6) / 1e4,
    },
  }
}

/** Returns the same id for the same pools and direction. */
function toCycleId({ hops }: SizedCycle): string {
  return hops.map(({ pool, tokenIn }) => `${pool}:${tokenIn.slice(0, 10)}`).join('>')
}
