import type { AaveMarket } from '../aaveMarket.ts'
import { percentMul } from './fixedPoint.ts'
import { toDebtValue } from './health.ts'
import type { Sides } from './seizure.ts'

/** DEFAULT_LIQUIDATION_CLOSE_FACTOR. */
const defaultCloseFactorBps = 5_000n
/** CLOSE_FACTOR_HF_THRESHOLD: at this health factor or below, all of a debt may be repaid. */
const fullCloseFactorHealth = 95n * 10n ** 16n
/** MIN_BASE_MAX_CLOSE_FACTOR_THRESHOLD, in dollars with 8 decimals, regardless of the pool's currency. */
const smallPositionBase = 2_000n * 10n ** 8n

/** Returns the maximum that one liquidation may repay by the close factor, in units of the debt token (LiquidationLogic). */
export function computeMaxRepay(market: AaveMarket, sides: Sides, healthFactor: bigint, debtValue: bigint): bigint {
  const { closeFactor } = market.rules
  const { debt, debtPrice, debtReserve, balance, collateral, collateralTerms } = sides
  if (closeFactor === 'half') return percentMul(debt, defaultCloseFactorBps)
  if (healthFactor <= fullCloseFactorHealth) return debt
  if (closeFactor === 'reserve') return percentMul(debt, defaultCloseFactorBps)
  // `position`, from v3.3 on. `toRanges` in liquidation.ts has the rule about dust.
  const reserveValue = toDebtValue(market, debt, debtPrice, debtReserve.unit)
  if (reserveValue < smallPositionBase || toValue(balance, collateralTerms.price, collateral.unit) < smallPositionBase)
    return debt
  const half = percentMul(debtValue, defaultCloseFactorBps)
  return reserveValue > half ? (half * debtReserve.unit) / debtPrice : debt
}

export function toValue(amount: bigint, price: bigint, unit: bigint): bigint {
  return (amount * price) / unit
}
