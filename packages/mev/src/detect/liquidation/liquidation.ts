import type { Opportunity } from '@outrigger/defi'
import type { Hex } from 'viem'
import { computeConfidence } from '../../confidence/computeConfidence.ts'
import { confidenceModels } from '../../confidence/model.ts'
import { computeNetProfit } from '../../cost.ts'
import type { Finding } from '../../finding.ts'
import type { PoolSnapshot } from '../../view/poolSnapshot.ts'
import { toNativeValue } from '../../view/valuation.ts'
import type { DetectContext, Detector, LiquidationInput, Terms } from '../context.ts'
import { certain } from '../toConfidence.ts'

/** Detects profitable liquidations, now or after a pending price update, including those that a rival is about to send. */
export const liquidation: Detector = {
  type: 'liquidation',
  detect(context: DetectContext): readonly Finding[] {
    return context.liquidations.flatMap((input) => toFinding(context, input) ?? [])
  },
}

function toFinding({ cost, minProfit }: DetectContext, input: LiquidationInput): Finding | null {
  const { opportunity, grossProfit, pendingCall, isQueued } = input
  const { protocol, borrower, pendingUpdate, proven, gas, route, blockNumber } = opportunity
  if (grossProfit === null || proven === false) return null
  const netProfit = computeNetProfit(grossProfit, gas, cost)
  if (netProfit <= 0n || netProfit < minProfit) return null
  const [collateral, debt] = [opportunity.collateralToReceive.token, opportunity.debtToRepay.token]
  // Rival calls do not count because the liquidation is sent before them.
  const inputs = {
    ...certain,
    isSimulated: proven === true,
    restsOnPending: pendingUpdate !== null,
    hops: route?.hops.length ?? 0,
    queued: isQueued ? 1 : 0,
  }
  return {
    type: 'liquidation',
    id: `liquidation:${protocol}:${borrower}:${collateral}:${debt}${pendingCall === null ? '' : `:${pendingCall}`}`,
    transactions: [pendingUpdate, pendingCall].filter((hash) => hash !== null),
    blockNumber,
    estimatedProfit: netProfit,
    confidence: computeConfidence(inputs, confidenceModels.liquidation),
    inputs,
    basis: proven === true ? 'simulated' : 'computed',
    swaps: [],
    opportunity,
    details: { protocol, collateral, debt, bonusPercent: opportunity.liquidationBonusPercent },
  }
}

export type LiquidationSetting = Pick<Terms, 'native' | 'taxes'> & {
  readonly view: PoolSnapshot
  /** Pending liquidation of the same borrower by another account. @default none */
  readonly pendingCall?: Hex
  readonly isQueued?: boolean
}

/** Converts a scanner's opportunity. Its profit in dollars becomes debt tokens, which pool prices convert to native currency. */
export function toLiquidationInput(opportunity: Opportunity, setting: LiquidationSetting): LiquidationInput {
  const { view, native, taxes, pendingCall = null, isQueued = false } = setting
  const { debtToRepay, grossProfitUsd } = opportunity
  const { amount, valueUsd, token } = debtToRepay
  // The ratio of profit to debt is the same in debt tokens as in dollars.
  const profit = valueUsd > 0 ? (amount * BigInt(Math.round((grossProfitUsd / valueUsd) * 1e12))) / 10n ** 12n : 0n
  return { opportunity, grossProfit: toNativeValue(view, native, token, profit, taxes), pendingCall, isQueued }
}
