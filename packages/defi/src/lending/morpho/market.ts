import type { Address } from 'viem'
import type { Market } from '../market.ts'
import type { Totals } from './math.ts'

/** The parameters of a market. Its id is their hash. */
export type MarketParams = {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  /** 18 decimals. */
  readonly lltv: bigint
}

/** A market as stored by Morpho at `lastUpdate`. */
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

/** A market's interest rate, per second, 18 decimals. */
export type Rate =
  /** `AdaptiveCurveIrm`, with its rate at target utilization at the market's last update; 0 before the first update. */
  | { readonly kind: 'adaptive'; readonly atTarget: bigint }
  /** Another rate model, with its rate from the last update to the block; 0 without a model. */
  | { readonly kind: 'quoted'; readonly perSecond: bigint }

/**
 * A Morpho market. Reserve 0 is the collateral, reserve 1 the loan, and prices are in loan tokens. Morpho stores no
 * total of a market's collateral, so `totalSupplied` of the collateral is 0, and its `liquidity` is the balance of
 * all Morpho markets.
 */
export type MorphoMarket = Market & {
  readonly morpho: Address
  readonly params: MarketParams
  readonly stored: StoredMarket
  readonly rate: Rate
  /** With interest up to the market's `timestamp`. */
  readonly supply: Totals
  readonly borrow: Totals
  /** False while the oracle does not answer. Borrowing, withdrawing collateral with debt, and liquidating then revert. */
  readonly isPriced: boolean
}

export const collateralIndex = 0
export const loanIndex = 1
