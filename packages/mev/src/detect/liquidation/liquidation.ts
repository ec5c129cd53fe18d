import { computeConfidence } from '../../confidence/computeConfidence.ts'
import type { ConfidenceInputs } from '../../confidence/confidenceInputs.ts'
import { confidenceModels } from '../../confidence/model.ts'
import { computeNetProfit } from '../../cost.ts'
import type { Finding } from '../../finding.ts'
import type { DetectContext, Detector, LiquidationInput } from '../context.ts'
import { certain } from '../toConfidence.ts'

/** Detects profitable liquidations, now or after a pending price update, including those that a rival is about to send. */
export const liquidation: Detector = {
  type: 'liquidation',
  detect(context: DetectContext): readonly Finding[] {
    return context.liquidations.flatMap((input) => toFinding(context, input) ?? [])
  },
}

function toFinding({ cost, minProfit }: DetectContext, input: LiquidationInput): Finding | null {
  if (input.grossProfit === null || input.proven === false) return null
  const netProfit = computeNetProfit(input.grossProfit, input.gas, cost)
  if (netProfit <= 0n || netProfit < minProfit) return null
  const { protocol, borrower, collateral, debt, bonusPercent, pendingUpdate, pendingCall, opportunity } = input
  const inputs = toInputs(input)
  return {
    type: 'liquidation',
    id: `liquidation:${protocol}:${borrower}:${collateral}:${debt}${pendingCall === null ? '' : `:${pendingCall}`}`,
    transactions: [pendingUpdate, pendingCall].filter((hash) => hash !== null),
    blockNumber: input.blockNumber,
    estimatedProfit: netProfit,
    confidence: computeConfidence(inputs, confidenceModels.liquidation),
    inputs,
    basis: input.proven === true ? 'simulated' : 'computed',
    swaps: [],
    opportunity,
    details: { protocol, collateral, debt, bonusPercent },
  }
}

/** Rival calls do not count because the liquidation is sent before them. */
const toInputs = ({ proven, pendingUpdate, hops, isQueued }: LiquidationInput): ConfidenceInputs => ({
  ...certain,
  isSimulated: proven === true,
  restsOnPending: pendingUpdate !== null,
  hops,
  queued: isQueued ? 1 : 0,
})
