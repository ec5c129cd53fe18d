import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import type { AaveVersionRules } from '../versionRules.ts'
import { toBalance, toVariableDebt } from './balances.ts'
import { rayMul } from './fixedPoint.ts'
import { computeCompoundInterest, computeLinearInterest } from './interest.ts'

/** Computes ReserveLogic.getNormalizedIncome and getNormalizedDebt at a time, and the totals that follow from them. */
export function accrueReserve(rules: AaveVersionRules, reserve: Accruable, timestamp: bigint): Accrued {
  const seconds = timestamp - reserve.lastUpdate
  const income =
    seconds === 0n
      ? reserve.liquidityIndex
      : rayMul(computeLinearInterest(reserve.liquidityRate, seconds), reserve.liquidityIndex)
  const debtIndex =
    seconds === 0n
      ? reserve.variableBorrowIndex
      : rayMul(
          computeCompoundInterest(rules.interest, reserve.variableBorrowRate, seconds),
          reserve.variableBorrowIndex,
        )
  return {
    income,
    debtIndex,
    totalSupplied: toBalance(rules, reserve.scaledSupply, income),
    totalBorrowed: toVariableDebt(rules, reserve.scaledDebt, debtIndex) + reserve.stableDebt,
  }
}

type Accruable = Pick<
  AaveReserve,
  | 'liquidityIndex'
  | 'liquidityRate'
  | 'variableBorrowIndex'
  | 'variableBorrowRate'
  | 'lastUpdate'
  | 'scaledSupply'
  | 'scaledDebt'
  | 'stableDebt'
>
type Accrued = Pick<AaveReserve, 'income' | 'debtIndex' | 'totalSupplied' | 'totalBorrowed'>

export function accrueMarket(market: AaveMarket, timestamp: bigint): AaveMarket {
  const reserves = market.reserves.map((reserve) => ({
    ...reserve,
    ...accrueReserve(market.rules, reserve, timestamp),
  }))
  return { ...market, timestamp, reserves }
}
