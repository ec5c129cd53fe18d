import type { Account, AssetValue, CollateralValue, Entry, Health } from '../../market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import type { AaveVersionRules } from '../versionRules.ts'
import { toBalance, toEntryDebt } from './balances.ts'
import { mulDivUp, percentMul, percentMulDown, wadDiv } from './fixedPoint.ts'
import { type ReserveTerms, toReserveTerms } from './reserveTerms.ts'

const liquidationThreshold = 10n ** 18n

/** Computes GenericLogic.calculateUserAccountData, with the value of each asset. */
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
    const reserve = reserves[entry.reserve] as AaveReserve
    const term = terms[entry.reserve] as ReserveTerms
    if (entry.supplied !== 0n) {
      const one = toCollateralValue(rules, reserve, term, entry)
      collateral.push(one)
      if (one.isCollateral) {
        collateralValue += one.value
        weighted += one.value * term.liquidationThreshold
        borrowable += one.value * term.ltv
      }
    }
    const amount = toEntryDebt(market, reserve, entry)
    if (amount !== 0n) {
      const value = toDebtValue(market, amount, term.price, reserve.unit)
      debtValue += value
      debt.push({ reserve: entry.reserve, amount, value, ...toCategoryPrice(term) })
    }
  }
  const healthFactor = computeHealthFactor(rounds, collateralValue, weighted, debtValue)
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

function toCollateralValue(
  rules: AaveVersionRules,
  { income, unit }: AaveReserve,
  term: ReserveTerms,
  entry: Entry,
): CollateralValue {
  const amount = toBalance(rules, entry.supplied, income)
  const isCollateral = entry.isCollateral && term.counts
  return {
    reserve: entry.reserve,
    amount,
    value: (amount * term.price) / unit,
    ...toCategoryPrice(term),
    isCollateral,
    ltv: isCollateral ? term.ltvRatio : 0,
    liquidationThreshold: isCollateral ? term.thresholdRatio : 0,
  }
}

const toCategoryPrice = ({ categoryPrice }: ReserveTerms) => (categoryPrice === undefined ? {} : { categoryPrice })

/** @param weighted sum of each collateral's value times its threshold in basis points */
function computeHealthFactor(
  usesAverage: boolean,
  collateralValue: bigint,
  weighted: bigint,
  debtValue: bigint,
): bigint | null {
  if (debtValue === 0n) return null
  if (!usesAverage) return wadDiv(weighted, debtValue) / 10_000n
  return wadDiv(collateralValue === 0n ? 0n : percentMul(collateralValue, weighted / collateralValue), debtValue)
}

/** Returns the value of a debt in the market's base unit. */
export function toDebtValue({ rules }: AaveMarket, amount: bigint, price: bigint, unit: bigint): bigint {
  return rules.balances === 'nearest' ? (amount * price) / unit : mulDivUp(amount, price, unit)
}
