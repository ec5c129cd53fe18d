import type { Account, AssetValue, CollateralValue, Entry, Health, Screen } from '../../market/market.ts'
import { type CompoundV2Market, type CompoundV2Reserve, divExp, mulExp } from './market.ts'
import { UnpricedAssetError, unpricedWeights } from './unpricedAsset.ts'

/** Beyond what any collateral is worth, and short of `unpricedWeights`: a debt that is looked at whatever secures it. */
const alwaysLookedAt = 1e150

export const reserveOf = (market: CompoundV2Market, index: number): CompoundV2Reserve =>
  market.reserves[index] as CompoundV2Reserve

/** `borrowBalanceStoredInternal` of CToken.sol. */
export function toDebt(market: CompoundV2Market, { reserve, borrowed, borrowIndex }: Entry): bigint {
  const { borrowIndex: index } = reserveOf(market, reserve)
  return (borrowed * index) / (borrowIndex ?? index)
}

/** `tokensToDenom` of Comptroller.sol: what a base unit of the cToken secures, 18 decimals. */
const toDenom = ({ collateralFactor, exchangeRate, price }: CompoundV2Reserve) =>
  mulExp(mulExp(collateralFactor, exchangeRate), price)

export type Liquidity = {
  /** What may be owed and what is, US dollars with 18 decimals. */
  readonly mayOwe: bigint
  readonly owes: bigint
  /** Whether the Comptroller judges the account: it does not while the oracle has no price for an asset it has entered. */
  readonly isPriced: boolean
}

/** `getHypotheticalAccountLiquidityInternal` of Comptroller.sol, after every market has accrued interest. */
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
 * Values are US dollars with 18 decimals. The health factor, which the contract has not, is what may be owed over what is;
 * debt worth less than the smallest unit counts for none.
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
    // Of what the book keeps, which is the debt over its own index.
    debtWeight(index) {
      const { price, borrowIndex, isDeprecated } = reserveOf(market, index)
      if (price === 0n) return unpricedWeights.debt
      return isDeprecated ? alwaysLookedAt : (Number(borrowIndex) * Number(price)) / 1e18
    },
    // Each value is rounded down once, and before that the amount of a debt, by up to one base unit.
    slack: (index) => Number(reserveOf(market, index).price) / 1e18 + 1,
    relativeError: 0,
  }
}
