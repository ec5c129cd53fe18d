import type { Opportunity } from '@outrigger/defi'
import type { Hex } from 'viem'
import type { LiquidationInput, Terms } from '../detect/context.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { toNativeValue } from '../view/valuation.ts'

export type Setting = Pick<Terms, 'native' | 'taxes'> & {
  readonly view: PoolSnapshot
  /** Pending liquidation of the same borrower by another account. @default none */
  readonly pendingCall?: Hex
  readonly isQueued?: boolean
}

/** Converts a scanner's opportunity. Its profit in dollars becomes debt tokens, which pool prices convert to native currency. */
export function toLiquidationInput(opportunity: Opportunity, setting: Setting): LiquidationInput {
  const { view, native, taxes, pendingCall = null, isQueued = false } = setting
  const { debtToRepay, collateralToReceive, grossProfitUsd, route, pendingUpdate, proven } = opportunity
  const { amount, valueUsd, token } = debtToRepay
  // The ratio of profit to debt is the same in debt tokens as in dollars.
  const profit = valueUsd > 0 ? (amount * BigInt(Math.round((grossProfitUsd / valueUsd) * 1e12))) / 10n ** 12n : 0n
  return {
    opportunity,
    protocol: opportunity.protocol,
    borrower: opportunity.borrower,
    collateral: collateralToReceive.token,
    debt: token,
    bonusPercent: opportunity.liquidationBonusPercent,
    grossProfit: toNativeValue(view, native, token, profit, taxes),
    gas: opportunity.gas,
    pendingUpdate,
    pendingCall,
    isQueued,
    proven,
    hops: route?.hops.length ?? 0,
    blockNumber: opportunity.blockNumber,
  }
}
