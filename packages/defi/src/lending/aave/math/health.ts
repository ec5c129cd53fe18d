import type { Account, AssetValue, CollateralValue, Health } from '../../../market/market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import { toBalance, toEntryDebt } from './balances.ts'
import { mulDivUp, percentMul, percentMulDown, wadDiv } from './fixedPoint.ts'
import { type ReserveTerms, toReserveTerms } from './reserveTerms.ts'

const liquidationThreshold = 10n ** 18n

/** GenericLogic.calculateUserAccountData, with what each asset adds to it. */
export function computeHealth(market: AaveMarket, { mode, entries }: Account): Health {
  const { rules, reserves } = market
  const terms = toReserveTerms(market, mode)
  const rounds = rules.balances === 'nearest'
  const collateral: CollateralValue[] = []
  const debt: AssetValue[] = []
  let collateralValue = 0n
  let weighted = 0n
  let borrowable = 0n
  let debtValue = 0n
  for (const entry of entries) {
    const index = entry.reserve
    const reserve = reserves[index] as AaveReserve
    const term = terms[index] as ReserveTerms
    const priced = term.categoryPrice === undefined ? {} : { categoryPrice: term.categoryPrice }
    if (entry.supplied !== 0n) {
      const amount = toBalance(rules, entry.supplied, reserve.income)
      const value = (amount * term.price) / reserve.unit
      const isCollateral = entry.isCollateral && term.counts
      if (isCollateral) {
        collateralValue += value
        weighted += value * term.liquidationThreshold
        borrowable += value * term.ltv
      }
      collateral.push({
        reserve: index,
        amount,
        value,
        ...priced,
        isCollateral,
        ltv: isCollateral ? term.ltvRatio : 0,
        liquidationThreshold: isCollateral ? term.thresholdRatio : 0,
      })
    }
    const amount = toEntryDebt(market, reserve, entry)
    if (amount !== 0n) {
      const value = toDebtValue(market, amount, term.price, reserve.unit)
      debtValue += value
      debt.push({ reserve: index, amount, value, ...priced })
    }
  }
  const healthFactor =
    debtValue === 0n
      ? null
      : rounds
        ? wadDiv(collateralValue === 0n ? 0n : percentMul(collateralValue, weighted / collateralValue), debtValue)
        : wadDiv(weighted, debtValue) / 10_000n
  const averageLtv = collateralValue === 0n ? 0n : borrowable / collateralValue
  const limit = rounds ? percentMul(collateralValue, averageLtv) : percentMulDown(collateralValue, averageLtv)
  return {
    collateral,
    debt,
    healthFactor,
    isLiquidatable: healthFactor !== null && healthFactor < liquidationThreshold,
    collateralValue,
    debtValue,
    availableToBorrow: limit > debtValue ? limit - debtValue : 0n,
  }
}

/** What a debt counts for, in the market's base unit. */
export function toDebtValue({ rules }: AaveMarket, amount: bigint, price: bigint, unit: bigint): bigint {
  return rules.balances === 'nearest' ? (amount * price) / unit : mulDivUp(amount, price, unit)
}
