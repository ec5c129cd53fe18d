import type { Market, Reserve } from '../market.ts'

/** A reserve of a Comet. Reserve 0 is the base token. It is not collateral, so its factors are 0. */
export type CometReserve = Reserve & {
  /** Share of the value that may be borrowed. 18 decimals, like the other factors. */
  readonly borrowCollateralFactor: bigint
  /** Share of the value above which debt may be absorbed. */
  readonly liquidateCollateralFactor: bigint
  /** Share of the value that is credited to an absorbed account. */
  readonly liquidationFactor: bigint
  /** Base units that Comet owns after absorptions. */
  readonly owned: bigint
}

/**
 * Rate per second, 18 decimals. It starts at `base`, grows by `slopeLow` up to the utilization `kink`, and by
 * `slopeHigh` above it.
 */
export type RateCurve = {
  readonly base: bigint
  readonly slopeLow: bigint
  readonly slopeHigh: bigint
  readonly kink: bigint
}

/** The base token's totals as stored by Comet at `lastAccrualTime`. */
export type Totals = {
  /** 15 decimals. */
  readonly supplyIndex: bigint
  readonly borrowIndex: bigint
  /** Sums of all principals. */
  readonly totalSupply: bigint
  readonly totalBorrow: bigint
  /** Unix seconds. */
  readonly lastAccrualTime: bigint
}

/** One Comet. Prices have 8 decimals. They are in US dollars if `isInDollars` is true. */
export type CometMarket = Market<CometReserve> & {
  readonly isInDollars: boolean
  readonly supplyRate: RateCurve
  readonly borrowRate: RateCurve
  readonly stored: Totals
  /** With interest up to the market's `timestamp`. */
  readonly supplyIndex: bigint
  readonly borrowIndex: bigint
  /** Share of the liquidation penalty that buyers of collateral get, 18 decimals. */
  readonly storeFrontPriceFactor: bigint
  /** Base units of the base token. With higher reserves, no collateral is for sale. */
  readonly targetReserves: bigint
  /** Minimum debt after borrowing, in base units of the base token. */
  readonly baseBorrowMin: bigint
  readonly isAbsorbPaused: boolean
  readonly isBuyPaused: boolean
}

export const baseIndex = 0
export const factorScale = 10n ** 18n
const indexScale = 10n ** 15n

/** Computes `mulFactor` of Comet.sol. */
export const mulFactor = (n: bigint, factor: bigint): bigint => (n * factor) / factorScale
/** Computes `presentValueSupply` and `presentValueBorrow` of CometCore.sol. Both round down. */
export const toPresent = (index: bigint, principal: bigint): bigint => (principal * index) / indexScale
/** Computes `principalValueSupply` of CometCore.sol. */
export const toPrincipal = (index: bigint, present: bigint): bigint => (present * indexScale) / index

export const reserveOf = (market: CometMarket, index: number): CometReserve => market.reserves[index] as CometReserve
export const scaleOf = ({ decimals }: Pick<CometReserve, 'decimals'>): bigint => 10n ** BigInt(decimals)
/** Computes `mulPrice` of Comet.sol, and the absolute value of `signedMulPrice`, which also truncates. */
export const mulPrice = (amount: bigint, reserve: CometReserve): bigint => (amount * reserve.price) / scaleOf(reserve)

/**
 * Whether the description of the base token's feed ends with a price in dollars: `USDC / USD`, `wstETH / USD price feed`.
 * Markets in another unit have a `Constant price feed` of 1, or a feed with that unit last: `USDT / USD  USD / ETH`.
 */
export function isQuotedInDollars(description = ''): boolean {
  return /\/\s*USD\b[^/]*$/.test(description)
}
