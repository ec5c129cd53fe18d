import type { Account, AssetValue, CollateralValue, Entry, Health, Screen } from '../market.ts'
import { type CompoundV2Market, type CompoundV2Reserve, divExp, mulExp } from './market.ts'
import { UnpricedAssetError, unpricedWeights } from './unpricedAsset.ts'

/** Debt weight above the value of any collateral, but below `unpricedWeights`, so that the account is always checked. */
const alwaysChecked = 1e150

export const reserveOf = (market: CompoundV2Market, index: number): CompoundV2Reserve =>
  market.reserves[index] as CompoundV2Reserve

/** Computes `borrowBalanceStoredInternal` of CToken.sol. */
export function toDebt(market: CompoundV2Market, { reserve, borrowed, borrowIndex }: Entry): bigint {
  const { borrowIndex: index } = reserveOf(market, reserve)
  return (borrowed * index) / (borrowIndex ?? index)
}

/** Computes `tokensToDenom` of Comptroller.sol: the debt that a base unit of the cToken secures, 18 decimals. */
const toDenom = ({ collateralFactor, exchangeRate, price }: CompoundV2Reserve) =>
  mulExp(mulExp(collateralFactor, exchangeRate), price)

export type Liquidity = {
  /** Maximum debt and current debt, in US dollars with 18 decimals. */
  readonly mayOwe: bigint
  readonly owes: bigint
  /** Whether the oracle has a price for every asset the account has entered. The Comptroller reverts otherwise. */
  readonly isPriced: boolean
}

/** Computes `getHypotheticalAccountLiquidityInternal` of Comptroller.sol after every market has accrued interest. */
export function computeLiquidity(market: CompoundV2Market, { entries }: Account): Liquidity {
  let [mayOwe, owes, isPriced] = [0n, 0n, true]
  for (const entry of entries) {
    if (!entry.isCollateral) continue
    const reserve = reserveOf(market, entry.reserve)
    mayOwe += mulExp(toDenom(reserve), entry.supplied)
    owes += mulExp(reserve.price, toDebt(market, entry))
    isPriced &&= reserve.price > 0n
  }
  return { mayOwe, owes, isPriced }
}

/**
 * Computes the health of an account, with values in US dollars with 18 decimals. The contract has no health factor,
 * so it is computed as the maximum debt divided by the debt. Debt worth less than the smallest unit is ignored.
 *
 * @throws {UnpricedAssetError}
 */
export function computeHealth(market: CompoundV2Market, account: Account): Health {
  const collateral: CollateralValue[] = []
  const debt: AssetValue[] = []
  for (const entry of account.entries) {
    const { reserve: index, supplied, borrowed, isCollateral } = entry
    const reserve = reserveOf(market, index)
    if (isCollateral && reserve.price === 0n && supplied + borrowed > 0n)
      throw new UnpricedAssetError(market, account, reserve)
    const toValue = (amount: bigint) => ({ reserve: index, amount, value: mulExp(reserve.price, amount) })
    const ltv = isCollateral ? Number(reserve.collateralFactor) / 1e18 : 0
    if (supplied > 0n)
      collateral.push({
        ...toValue(mulExp(reserve.exchangeRate, supplied)),
        isCollateral,
        ltv,
        liquidationThreshold: ltv,
      })
    if (borrowed > 0n) debt.push(toValue(toDebt(market, entry)))
  }
  const { mayOwe, owes, isPriced } = computeLiquidity(market, account)
  return {
    collateral,
    debt,
    healthFactor: owes > 0n ? divExp(mayOwe, owes) : null,
    isLiquidatable: (isPriced && owes > mayOwe) || debt.some(({ reserve }) => reserveOf(market, reserve).isDeprecated),
    collateralValue: collateral.reduce((sum, one) => (one.isCollateral ? sum + one.value : sum), 0n),
    debtValue: owes,
    availableToBorrow: isPriced && mayOwe > owes ? mayOwe - owes : 0n,
  }
}

export function computeScreen(market: CompoundV2Market): Screen {
  return {
    collateralWeight(index) {
      const reserve = reserveOf(market, index)
      return reserve.price === 0n ? unpricedWeights.collateral : Number(toDenom(reserve)) / 1e18
    },
    // The book stores each debt divided by the account's borrow index, so the weight includes the market's current index.
    debtWeight(index) {
      const { price, borrowIndex, isDeprecated } = reserveOf(market, index)
      if (price === 0n) return unpricedWeights.debt
      return isDeprecated ? alwaysChecked : (Number(borrowIndex) * Number(price)) / 1e18
    },
    // Each value is rounded down once, and the amount of a debt once before, by up to one base unit.
    slack: (index) => Number(reserveOf(market, index).price) / 1e18 + 1,
    relativeError: 0,
  }
}
