import { computeNetProfit } from '../../cost.ts'
import type { Finding } from '../../finding.ts'
import type { DetectContext, Detector } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import type { LiquidationInput } from './liquidationInput.ts'

/** Positions that can be liquidated now, or after a pending price, at a profit. */
export const liquidation: Detector = {
  type: 'liquidation',
  detect(context: DetectContext): readonly Finding[] {
    return context.liquidations.flatMap((input) => toFinding(context, input) ?? [])
  },
}

function toFinding(context: DetectContext, input: LiquidationInput): Finding | null {
  const { cost, minProfit } = context
  if (input.grossProfit === null || input.proven === false) return null
  const netProfit = computeNetProfit(input.grossProfit, input.gas, cost)
  if (netProfit <= 0n || netProfit < minProfit) return null
  const { protocol, borrower, collateral, debt, bonusPercent, pendingUpdate, pendingCall } = input
  const { inputs, confidence } = toConfidence(
    pendingCall === null ? context : withRival(context),
    [],
    input.proven === true,
  )
  return {
    type: 'liquidation',
    id: `liquidation:${protocol}:${borrower}:${collateral}:${debt}`,
    transactions: [pendingUpdate, pendingCall].filter((hash) => hash !== null),
    blockNumber: input.blockNumber,
    estimatedProfit: netProfit,
    confidence,
    inputs,
    method: input.proven === true ? 'simulated' : 'computed',
    swaps: [],
    details: { protocol, collateral, debt, bonusPercent },
  }
}

/** Somebody else is already trying: whoever comes first takes it. */
function withRival(context: DetectContext): DetectContext {
  const { subject } = context
  if (subject === null) return context
  const rivalry = { ...subject.rivalry, before: subject.rivalry.before + 1 }
  return { ...context, subject: { ...subject, rivalry } }
}
