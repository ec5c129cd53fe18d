import { UnpricedAssetError, unpricedWeights } from '../compoundV2/unpricedAsset.ts'
import type { Account, AssetValue, CollateralValue, Entry, Health, Screen } from '../market.ts'
import {
  baseIndex,
  type CometMarket,
  factorScale,
  mulFactor,
  mulPrice,
  reserveOf,
  scaleOf,
  toPresent,
} from './market.ts'

export const toDebt = ({ borrowIndex }: CometMarket, { borrowed }: Entry): bigint => toPresent(borrowIndex, borrowed)

/**
 * Computes `isLiquidatable` and `isBorrowCollateralized` of Comet.sol after accruing interest, which `absorb` does
 * first. The contract stops adding collateral when there is enough, which does not change the result. Values have 8
 * decimals. The contract has no health factor, so it is computed as the maximum debt before an absorption divided by
 * the debt. Debt worth less than the smallest unit is ignored.
 *
 * @throws {UnpricedAssetError}
 */
export function computeHealth(market: CometMarket, account: Account): Health {
  const collateral: CollateralValue[] = []
  const debt: AssetValue[] = []
  let [mayBorrow, mayOwe] = [0n, 0n]
  for (const entry of account.entries) {
    const { reserve: index, supplied, borrowed, isCollateral } = entry
    const reserve = reserveOf(market, index)
    if (reserve.price === 0n) throw new UnpricedAssetError(market, account, reserve)
    const toValue = (amount: bigint) => ({ reserve: index, amount, value: mulPrice(amount, reserve) })
    if (borrowed > 0n) debt.push(toValue(toDebt(market, entry)))
    if (supplied === 0n) continue
    const one = toValue(index === baseIndex ? toPresent(market.supplyIndex, supplied) : supplied)
    mayBorrow += mulFactor(one.value, reserve.borrowCollateralFactor)
    mayOwe += mulFactor(one.value, reserve.liquidateCollateralFactor)
    const ltv = Number(reserve.borrowCollateralFactor) / 1e18
    collateral.push({
      ...one,
      isCollateral,
      ltv,
      liquidationThreshold: Number(reserve.liquidateCollateralFactor) / 1e18,
    })
  }
  const owes = debt.reduce((sum, { value }) => sum + value, 0n)
  return {
    collateral,
    debt,
    healthFactor: owes > 0n ? (mayOwe * factorScale) / owes : null,
    isLiquidatable: mayOwe < owes,
    collateralValue: collateral.reduce((sum, one) => (one.isCollateral ? sum + one.value : sum), 0n),
    debtValue: owes,
    availableToBorrow: computeAvailable(market, mayBorrow, owes),
  }
}

/** Returns 0 if borrowing the maximum would result in less debt than Comet's minimum. */
function computeAvailable(market: CometMarket, mayBorrow: bigint, owes: bigint): bigint {
  return mayBorrow > owes && mayBorrow >= mulPrice(market.baseBorrowMin, reserveOf(market, baseIndex))
    ? mayBorrow - owes
    : 0n
}

export function computeScreen(market: CometMarket): Screen {
  const unitValueOf = (index: number) =>
    Number(reserveOf(market, index).price) / Number(scaleOf(reserveOf(market, index)))
  return {
    collateralWeight(index) {
      const { price, liquidateCollateralFactor } = reserveOf(market, index)
      return price === 0n ? unpricedWeights.collateral : (unitValueOf(index) * Number(liquidateCollateralFactor)) / 1e18
    },
    debtWeight: (index) =>
      unitValueOf(index) === 0 ? unpricedWeights.debt : (unitValueOf(index) * Number(market.borrowIndex)) / 1e15,
    // Collateral is rounded down twice. The amount of a debt is rounded by up to one base unit, then its value.
    slack: (index) => (index === baseIndex ? unitValueOf(index) + 1 : 2),
    relativeError: 0,
  }
}
