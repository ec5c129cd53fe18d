import type { Address } from 'viem'
import type { Market } from '../../market/market.ts'
import type { Totals } from './math.ts'

/** What names a market: its id is the hash of these. */
export type MarketParams = {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  /** 18 decimals. */
  readonly lltv: bigint
}

/** A market as Morpho stores it, which is as of `lastUpdate`. */
export type StoredMarket = {
  readonly totalSupplyAssets: bigint
  readonly totalSupplyShares: bigint
  readonly totalBorrowAssets: bigint
  readonly totalBorrowShares: bigint
  /** Unix seconds. */
  readonly lastUpdate: bigint
  /** Share of the interest, 18 decimals. */
  readonly fee: bigint
}

/** How a market's rate moves; per second, 18 decimals. */
export type Rate =
  /** `AdaptiveCurveIrm`, by its rate at target utilisation when the market was last updated; 0 before its first. */
  | { readonly kind: 'adaptive'; readonly atTarget: bigint }
  /** Any other rate model: what it said for the time from the last update to the block; none where there is no model. */
  | { readonly kind: 'asked'; readonly perSecond: bigint }

/**
 * One market of Morpho: reserve 0 is the collateral, reserve 1 the loan, prices are in loan tokens. Morpho keeps no sum of
 * a market's collateral, so its `totalSupplied` is 0; its `liquidity` is what all of Morpho has of the token.
 */
export type MorphoMarket = Market & {
  readonly morpho: Address
  readonly params: MarketParams
  readonly stored: StoredMarket
  readonly rate: Rate
  /** With interest up to the market's `timestamp`. */
  readonly supply: Totals
  readonly borrow: Totals
  /** False while the oracle does not answer: nothing can then be borrowed, withdrawn by a borrower, or liquidated. */
  readonly isPriced: boolean
}

export const collateralIndex = 0
export const loanIndex = 1
