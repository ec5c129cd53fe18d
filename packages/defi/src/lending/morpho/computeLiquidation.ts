import type { Account, Liquidation, LiquidationTerms, Pair, Refusal } from '../market.ts'
import { computeHealth, toPrice } from './computeHealth.ts'
import { collateralIndex, loanIndex, type MorphoMarket } from './market.ts'
import {
  min,
  mulDivDown,
  mulDivInverse,
  mulDivUp,
  oracleScale,
  type Totals,
  toAssetsDown,
  toAssetsUp,
  toSharesDown,
  toSharesUp,
  toSharesWorth,
  wad,
  wDivDown,
  wDivUp,
  wMulDown,
} from './math.ts'
import { type Position, toPosition } from './position.ts'

const liquidationCursor = (wad * 3n) / 10n
const maxIncentive = (wad * 115n) / 100n

/** Returns the value received per value repaid, 18 decimals. */
export const computeIncentive = (lltv: bigint) =>
  min(maxIncentive, wDivDown(wad, wad - wMulDown(liquidationCursor, wad - lltv)))

/** The amount that a liquidator specifies. The other amount is computed from it. */
export type Offer = { readonly seizedAssets: bigint } | { readonly repaidShares: bigint }

export type Exchange = { readonly seizedAssets: bigint; readonly repaidShares: bigint }

/** Computes the exchange of `liquidate` and `preLiquidate` for an offer at an incentive. */
export function computeExchange(offer: Offer, borrow: Totals, price: bigint, incentive: bigint): Exchange {
  if ('seizedAssets' in offer) {
    const quoted = mulDivUp(offer.seizedAssets, price, oracleScale)
    return { ...offer, repaidShares: toSharesUp(wDivUp(quoted, incentive), borrow) }
  }
  const quoted = wMulDown(toAssetsDown(offer.repaidShares, borrow), incentive)
  return { ...offer, seizedAssets: mulDivDown(quoted, oracleScale, price) }
}

export type Seizure = Exchange & {
  readonly repaidAssets: bigint
  /** Remaining debt of a borrower without collateral. Lenders bear it. */
  readonly badDebtShares: bigint
  readonly badDebtAssets: bigint
}

/**
 * Computes the result of `liquidate` for an offer, or why it reverts (src/Morpho.sol of
 * https://github.com/morpho-org/morpho-blue).
 *
 * @throws {SilentOracleError}
 */
export function computeSeizure(market: MorphoMarket, account: Account, offer: Offer): Seizure | Refusal {
  const refused = refuse(market, account)
  if (refused !== null) return refused
  const { collateral, borrowShares } = toPosition(account)
  const { seizedAssets, repaidShares } = exchange(market, offer)
  if (seizedAssets > collateral) return { refused: `${seizedAssets} is more than the collateral of ${collateral}` }
  if (repaidShares > borrowShares)
    return { refused: `${repaidShares} shares are more than the debt of ${borrowShares}` }
  const repaidAssets = toAssetsUp(repaidShares, market.borrow)
  const badDebtShares = seizedAssets === collateral ? borrowShares - repaidShares : 0n
  const assets = market.borrow.assets > repaidAssets ? market.borrow.assets - repaidAssets : 0n
  const left = { assets, shares: market.borrow.shares - repaidShares }
  const badDebtAssets = min(assets, toAssetsUp(badDebtShares, left))
  return { seizedAssets, repaidShares, repaidAssets, badDebtShares, badDebtAssets }
}

export function computeTerms(market: MorphoMarket, account: Account, pair: Pair): LiquidationTerms | Refusal {
  if (pair.collateral !== collateralIndex || pair.debt !== loanIndex)
    return { refused: 'Morpho exchanges the loan (reserve 1) for the collateral (reserve 0) only' }
  const refused = refuse(market, account)
  if (refused !== null) return refused
  const { repay } = toLiquidation(market, chooseOffer(market, toPosition(account), null))
  return {
    ranges: [{ from: toAssetsUp(1n, market.borrow), to: repay }],
    kinks: [],
    bonusBps: Number(computeIncentive(market.params.lltv) - wad) / 1e14,
  }
}

export function computeLiquidation(market: MorphoMarket, account: Account, _: Pair, repay: bigint): Liquidation {
  return toLiquidation(market, chooseOffer(market, toPosition(account), repay))
}

/** Returns the offer that repays `repay`, or as much as possible. */
export function chooseOffer(market: MorphoMarket, { collateral, borrowShares }: Position, repay: bigint | null): Offer {
  const repaidShares = repay === null ? borrowShares : min(borrowShares, toSharesDown(repay, market.borrow))
  if (exchange(market, { repaidShares }).seizedAssets < collateral) return { repaidShares }
  // Offers collateral if all of it is seized: with shares, a slightly lower price could seize more than there is.
  const all = exchange(market, { seizedAssets: collateral })
  const isEnough = repay === null || toAssetsUp(all.repaidShares, market.borrow) <= repay
  if (isEnough && all.repaidShares <= borrowShares) return { seizedAssets: collateral }
  const quoted = mulDivInverse(collateral, oracleScale, toPrice(market))
  const assets = mulDivInverse(quoted, computeIncentive(market.params.lltv), wad)
  return { repaidShares: min(repaidShares, toSharesWorth(assets, market.borrow)) }
}

const exchange = (market: MorphoMarket, offer: Offer) =>
  computeExchange(offer, market.borrow, toPrice(market), computeIncentive(market.params.lltv))

function toLiquidation(market: MorphoMarket, offer: Offer): Liquidation {
  const { seizedAssets, repaidShares } = exchange(market, offer)
  const repay = toAssetsUp(repaidShares, market.borrow)
  return { repay, seized: seizedAssets, protocolFee: 0n, received: seizedAssets }
}

function refuse(market: MorphoMarket, account: Account): Refusal | null {
  if (!market.isPriced) return { refused: 'the oracle does not answer' }
  if (!computeHealth(market, account).isLiquidatable) return { refused: 'the position is healthy' }
  return toPrice(market) === 0n ? { refused: 'the collateral has a price of zero' } : null
}
