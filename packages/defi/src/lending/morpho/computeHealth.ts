import { LendingReadError } from '../../reads/readErrors.ts'
import type { Account, AssetValue, CollateralValue, Health, Screen } from '../market.ts'
import { collateralIndex, loanIndex, type MorphoMarket } from './market.ts'
import { mulDivDown, oracleScale, toAssetsDown, toAssetsUp, toSharePrice, wad, wDivDown, wMulDown } from './math.ts'
import { toPosition } from './position.ts'

/** The oracle of a market does not respond, so positions in the market have no health factor and cannot be liquidated. */
export class SilentOracleError extends LendingReadError {
  override readonly code = 'SILENT_ORACLE'
  constructor({ id, params }: MorphoMarket) {
    super(
      `The oracle ${params.oracle} of the Morpho market ${id} does not answer, so its positions cannot be valued. Retry later.`,
    )
  }
}

/** @throws {SilentOracleError} */
export function toPrice(market: MorphoMarket): bigint {
  if (!market.isPriced) throw new SilentOracleError(market)
  return market.reserves[collateralIndex]?.price ?? 0n
}

/**
 * Computes `_isHealthy` of https://github.com/morpho-org/morpho-blue (src/Morpho.sol). The contract has no health
 * factor, so it is computed as the maximum debt divided by the debt.
 *
 * @throws {SilentOracleError}
 */
export function computeHealth(market: MorphoMarket, account: Account): Health {
  const { collateral, borrowShares, supplyShares } = toPosition(account)
  const { lltv } = market.params
  const value = mulDivDown(collateral, toPrice(market), oracleScale)
  const maxBorrow = wMulDown(value, lltv)
  const borrowed = toAssetsUp(borrowShares, market.borrow)
  const supplied = toAssetsDown(supplyShares, market.supply)
  const threshold = Number(lltv) / Number(wad)
  const held: CollateralValue[] = []
  if (collateral > 0n)
    held.push({
      reserve: collateralIndex,
      amount: collateral,
      value,
      isCollateral: true,
      ltv: threshold,
      liquidationThreshold: threshold,
    })
  if (supplyShares > 0n)
    held.push({
      reserve: loanIndex,
      amount: supplied,
      value: supplied,
      isCollateral: false,
      ltv: 0,
      liquidationThreshold: 0,
    })
  const debt: AssetValue[] = borrowShares > 0n ? [{ reserve: loanIndex, amount: borrowed, value: borrowed }] : []
  return {
    collateral: held,
    debt,
    healthFactor: borrowShares > 0n ? wDivDown(maxBorrow, borrowed) : null,
    isLiquidatable: maxBorrow < borrowed,
    collateralValue: value,
    debtValue: borrowed,
    availableToBorrow: maxBorrow > borrowed ? maxBorrow - borrowed : 0n,
  }
}

export function computeScreen(market: MorphoMarket): Screen {
  // Without a price nothing can be liquidated, so a huge price makes every account with collateral pass the screen.
  const price = market.isPriced ? Number(market.reserves[collateralIndex]?.price ?? 0n) : Number(oracleScale) ** 2
  const collateral = (price / Number(oracleScale)) * (Number(market.params.lltv) / Number(wad))
  const debt = toSharePrice(market.borrow)
  return {
    collateralWeight: (reserve) => (reserve === collateralIndex ? collateral : 0),
    debtWeight: (reserve) => (reserve === loanIndex ? debt : 0),
    // Collateral is rounded down twice and debt up once, by up to one unit each.
    slack: (reserve) => (reserve === collateralIndex ? 2 : 1),
    relativeError: 0,
  }
}
