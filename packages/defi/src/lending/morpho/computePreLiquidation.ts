import type { Address, Hex } from 'viem'
import type { Account, Refusal } from '../market.ts'
import { toPrice } from './computeHealth.ts'
import { computeExchange, type Exchange, type Offer } from './computeLiquidation.ts'
import type { MorphoMarket } from './market.ts'
import { mulDivDown, oracleScale, toAssetsUp, wDivDown, wDivUp, wMulDown } from './math.ts'
import { toPosition } from './position.ts'

/** Terms under which a borrower can be liquidated slightly before Morpho allows it. 18 decimals. */
export type PreLiquidation = {
  readonly address: Address
  readonly market: Hex
  /** Debt divided by collateral above which it can be liquidated. */
  readonly preLltv: bigint
  /** Share of the debt that one call may repay, at `preLltv` and at the market's LLTV. Linear in between. */
  readonly closeFactors: readonly [bigint, bigint]
  /** Value received per value repaid, at the same two points. Linear in between. */
  readonly incentives: readonly [bigint, bigint]
  readonly oracle: Address
  /** Price of that oracle, in the scale of the market's price. */
  readonly price: bigint
}

export type PreSeizure = Exchange & {
  readonly repaidAssets: bigint
  /** Maximum that one call may repay. */
  readonly repayableShares: bigint
  /** 18 decimals. */
  readonly incentive: bigint
}

/**
 * Computes the result of `preLiquidate` for an offer, or why it reverts (src/PreLiquidation.sol of
 * https://github.com/morpho-org/pre-liquidation). The borrower must also have authorized the contract in Morpho.
 *
 * @throws {SilentOracleError}
 * @example
 * const result = computePreLiquidation(market, account, terms, { repaidShares: shares / 10n })
 */
export function computePreLiquidation(
  market: MorphoMarket,
  account: Account,
  terms: PreLiquidation,
  offer: Offer,
): PreSeizure | Refusal {
  const { collateral, borrowShares } = toPosition(account)
  const { lltv } = market.params
  const quoted = mulDivDown(collateral, terms.price, oracleScale)
  const borrowed = toAssetsUp(borrowShares, market.borrow)
  if (borrowed > wMulDown(quoted, lltv)) return { refused: 'the position can be liquidated on Morpho itself' }
  if (borrowed <= wMulDown(quoted, terms.preLltv)) return { refused: 'the position is healthy' }

  const quotient = wDivDown(wDivUp(borrowed, quoted) - terms.preLltv, lltv - terms.preLltv)
  const between = ([start, end]: readonly [bigint, bigint]) => wMulDown(quotient, end - start) + start
  const incentive = between(terms.incentives)
  const { seizedAssets, repaidShares } = computeExchange(offer, market.borrow, terms.price, incentive)
  const repayableShares = wMulDown(borrowShares, between(terms.closeFactors))
  if (repaidShares > repayableShares)
    return { refused: `${repaidShares} shares are more than the ${repayableShares} that may be repaid at once` }
  if (repaidShares > borrowShares)
    return { refused: `${repaidShares} shares are more than the debt of ${borrowShares}` }
  if (seizedAssets > collateral) return { refused: `${seizedAssets} is more than the collateral of ${collateral}` }

  // The collateral is withdrawn for the borrower, whose position must be healthy afterwards.
  const repaidAssets = toAssetsUp(repaidShares, market.borrow)
  const assets = market.borrow.assets > repaidAssets ? market.borrow.assets - repaidAssets : 0n
  const left = { assets, shares: market.borrow.shares - repaidShares }
  const value = mulDivDown(collateral - seizedAssets, toPrice(market), oracleScale)
  if (wMulDown(value, lltv) < toAssetsUp(borrowShares - repaidShares, left))
    return { refused: 'the position would be unhealthy afterwards' }
  return { seizedAssets, repaidShares, repaidAssets, repayableShares, incentive }
}
