import type { Account, Entry, Liquidation, Pair } from '../../market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import type { AaveVersionRules } from '../versionRules.ts'
import { toBalance, toEntryDebt, toScaledBalance } from './balances.ts'
import { percentDiv, percentDivDown, percentDivUp, percentMul, percentMulDown, percentMulUp } from './fixedPoint.ts'
import { type ReserveTerms, toReserveTerms } from './reserveTerms.ts'

/** The collateral and the debt of a liquidated pair. */
export type Sides = {
  readonly collateral: AaveReserve
  readonly collateralEntry: Entry | undefined
  readonly collateralTerms: ReserveTerms
  /** Base units, interest included. */
  readonly balance: bigint
  readonly debtReserve: AaveReserve
  readonly debtEntry: Entry | undefined
  readonly debtPrice: bigint
  /** Variable and stable debt in base units, interest included. */
  readonly debt: bigint
}

export function toSides(market: AaveMarket, { mode, entries }: Account, pair: Pair): Sides {
  const terms = toReserveTerms(market, mode)
  const collateral = market.reserves[pair.collateral] as AaveReserve
  const debtReserve = market.reserves[pair.debt] as AaveReserve
  const collateralEntry = entries.find(({ reserve }) => reserve === pair.collateral)
  const debtEntry = entries.find(({ reserve }) => reserve === pair.debt)
  return {
    collateral,
    collateralEntry,
    debtReserve,
    debtEntry,
    collateralTerms: terms[pair.collateral] as ReserveTerms,
    balance: toBalance(market.rules, collateralEntry?.supplied ?? 0n, collateral.income),
    debtPrice: (terms[pair.debt] as ReserveTerms).price,
    debt: debtEntry === undefined ? 0n : toEntryDebt(market, debtReserve, debtEntry),
  }
}

/** Returns the collateral for a repaid amount, bonus included, without the limit of the balance. */
export function toSeizable({ seizure }: AaveVersionRules, sides: Sides, repay: bigint): bigint {
  const { liquidationBonus } = sides.collateralTerms
  const worth = sides.debtPrice * repay * sides.collateral.unit
  const divisor = sides.collateralTerms.price * sides.debtReserve.unit
  if (seizure === 'bonusFirst') return percentMul(worth, liquidationBonus) / divisor
  return (seizure === 'againstLiquidator' ? percentMulDown : percentMul)(worth / divisor, liquidationBonus)
}

/**
 * Computes LiquidationLogic._calculateAvailableCollateralToLiquidate, and the fee that remains after the liquidator's
 * aTokens are burned: scaled balances are rounded, and the treasury gets the rest.
 *
 * @param repay at most the amount that may be liquidated
 */
export function computeSeizure(market: AaveMarket, sides: Sides, repay: bigint): Liquidation {
  const { rules } = market
  const { liquidationBonus } = sides.collateralTerms
  const seizable = toSeizable(rules, sides, repay)
  const takesAll = seizable > sides.balance
  const total = takesAll ? sides.balance : seizable
  const taken = takesAll ? toDebtForAll(rules, sides, repay) : repay
  const fee = toFee(rules, total, liquidationBonus, sides.collateral.protocolFee)
  const received = total - fee
  const protocolFee = fee === 0n ? 0n : capFee(rules, sides, received, fee)
  return { repay: taken, seized: received + protocolFee, protocolFee, received }
}

function toDebtForAll({ seizure }: AaveVersionRules, sides: Sides, repay: bigint): bigint {
  const { price, liquidationBonus } = sides.collateralTerms
  const worth = (price * sides.balance * sides.debtReserve.unit) / (sides.debtPrice * sides.collateral.unit)
  if (seizure === 'debtUp' || seizure === 'againstLiquidator') return percentDivUp(worth, liquidationBonus)
  const needed = percentDiv(worth, liquidationBonus)
  return seizure === 'bonusFirst' && needed > repay ? repay : needed
}

function toFee({ seizure }: AaveVersionRules, total: bigint, bonus: bigint, fee: bigint): bigint {
  if (fee === 0n) return 0n
  return seizure === 'againstLiquidator'
    ? percentMulUp(total - percentDivDown(total, bonus), fee)
    : percentMul(total - percentDiv(total, bonus), fee)
}

function capFee(
  rules: AaveVersionRules,
  { collateral, collateralEntry }: Sides,
  received: bigint,
  fee: bigint,
): bigint {
  const left = (collateralEntry?.supplied ?? 0n) - toScaledBalance(rules, received, collateral.income)
  return toScaledBalance(rules, fee, collateral.income) > left ? toBalance(rules, left, collateral.income) : fee
}
