import type { Entry } from '../../market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import type { AaveVersionRules } from '../versionRules.ts'
import { rayDiv, rayDivDown, rayDivUp, rayMul, rayMulDown, rayMulUp } from './fixedPoint.ts'
import { computeStableDebt } from './interest.ts'

/** Computes AToken.balanceOf. */
export function toBalance({ balances }: AaveVersionRules, scaled: bigint, income: bigint): bigint {
  return balances === 'nearest' ? rayMul(scaled, income) : rayMulDown(scaled, income)
}

/** Computes VariableDebtToken.balanceOf. */
export function toVariableDebt({ balances }: AaveVersionRules, scaled: bigint, debtIndex: bigint): bigint {
  return balances === 'nearest' ? rayMul(scaled, debtIndex) : rayMulUp(scaled, debtIndex)
}

/** Returns the scaled balance that AToken.burn and a transfer subtract for an amount. */
export function toScaledBalance({ balances }: AaveVersionRules, amount: bigint, income: bigint): bigint {
  return balances === 'nearest' ? rayDiv(amount, income) : rayDivUp(amount, income)
}

/** Returns the scaled debt that VariableDebtToken.burn subtracts for an amount. */
export function toScaledDebt({ balances }: AaveVersionRules, amount: bigint, debtIndex: bigint): bigint {
  return balances === 'nearest' ? rayDiv(amount, debtIndex) : rayDivDown(amount, debtIndex)
}

/** Returns the total debt of an entry at the market's timestamp, in base units. */
export function toEntryDebt({ rules, timestamp }: AaveMarket, { debtIndex }: AaveReserve, entry: Entry): bigint {
  const variable = entry.borrowed === 0n ? 0n : toVariableDebt(rules, entry.borrowed, debtIndex)
  return entry.stable === undefined ? variable : variable + computeStableDebt(rules, entry.stable, timestamp)
}
