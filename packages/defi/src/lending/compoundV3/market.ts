import type { Market, Reserve } from '../../market/market.ts'

/** The base token is reserve 0; it secures nothing, its factors are 0. */
export type CometReserve = Reserve & {
  /** Share of the value that may be borrowed; 18 decimals, as are the other factors. */
  readonly borrowCollateralFactor: bigint
  /** Share of the value below which debt is absorbed. */
  readonly liquidateCollateralFactor: bigint
  /** Share of the value that an absorbed account is credited. */
  readonly liquidationFactor: bigint
  /** Base units that Comet owns itself, of accounts it has absorbed. */
  readonly owned: bigint
}

/** Per second, 18 decimals: from `base` by `slopeLow` up to the utilization `kink`, by `slopeHigh` above it. */
export type RateCurve = {
  readonly base: bigint
  readonly slopeLow: bigint
  readonly slopeHigh: bigint
  readonly kink: bigint
}

/** What Comet stores of the base token, which is as of `lastAccrualTime`. */
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

/** One Comet. Prices have 8 decimals, in US dollars or, as `isInDollars` says, in something else. */
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
  /** Base units of the base token above which nothing is for sale. */
  readonly targetReserves: bigint
  /** Base units of the base token: nobody may owe less after borrowing. */
  readonly baseBorrowMin: bigint
  readonly isAbsorbPaused: boolean
  readonly isBuyPaused: boolean
}

export const baseIndex = 0
export const factorScale = 10n ** 18n
const indexScale = 10n ** 15n

/** `mulFactor` of Comet.sol. */
export const mulFactor = (n: bigint, factor: bigint): bigint => (n * factor) / factorScale
/** `presentValueSupply` and `presentValueBorrow` of CometCore.sol: both round down. */
export const toPresent = (index: bigint, principal: bigint): bigint => (principal * index) / indexScale
/** `principalValueSupply` of CometCore.sol. */
export const toPrincipal = (index: bigint, present: bigint): bigint => (present * indexScale) / index

export const reserveOf = (market: CometMarket, index: number): CometReserve => market.reserves[index] as CometReserve
export const scaleOf = ({ decimals }: Pick<CometReserve, 'decimals'>): bigint => 10n ** BigInt(decimals)
/** `mulPrice` of Comet.sol, and the magnitude of `signedMulPrice`, which truncates as well. */
export const mulPrice = (amount: bigint, reserve: CometReserve): bigint => (amount * reserve.price) / scaleOf(reserve)

/**
 * Whether the description of the base token's feed says that prices are in dollars: `USDC / USD`, `wstETH / USD price feed`.
 * Markets in ether, say, have a `Constant price feed` of 1, or one that names another unit last: `USDT / USD  USD / ETH`.
 */
export function isQuotedInDollars(description = ''): boolean {
  return /\/\s*USD\b[^/]*$/.test(description)
}
