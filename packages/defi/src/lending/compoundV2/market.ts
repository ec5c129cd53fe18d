import type { Address } from 'viem'
import type { Market, Reserve } from '../market.ts'

/** A cToken's interest as stored by its contract at `blockNumber`. */
export type StoredInterest = {
  readonly blockNumber: bigint
  /** 18 decimals. */
  readonly borrowIndex: bigint
  /** Base units of the underlying token. */
  readonly totalBorrows: bigint
  /** Base units of the underlying token. */
  readonly totalReserves: bigint
  /** Rate per block (18 decimals). The next accrual applies it to all blocks since the last accrual. */
  readonly borrowRate: bigint
}

/** One cToken. */
export type CompoundV2Reserve = Reserve & {
  /** Lower case. */
  readonly cToken: Address
  /** The oracle's feed in lower case, or null if it is unknown. It is the `priceSource` if its answer gives the price. */
  readonly feed?: Address | null
  /** True for cEther, which uses the native currency. `token` is the wrapped form. */
  readonly isNative: boolean
  readonly isListed: boolean
  /** Its debts can be liquidated in full, regardless of the account's health. */
  readonly isDeprecated: boolean
  /** 18 decimals, like the other factors. */
  readonly collateralFactor: bigint
  readonly reserveFactor: bigint
  /** Share of the seized amount that the market keeps; 0 if the code of the market has no such share. */
  readonly seizeShare: bigint
  readonly cash: bigint
  /** cTokens. */
  readonly totalSupply: bigint
  /** The stored exchange rate, without interest since then. Used as the initial rate while there are no cTokens. */
  readonly storedExchangeRate: bigint
  readonly stored: StoredInterest
  /** With interest up to the market's `timestamp`, like `totalReserves` and `exchangeRate`. */
  readonly borrowIndex: bigint
  readonly totalReserves: bigint
  /** Base units of the underlying token per cToken, 18 decimals. */
  readonly exchangeRate: bigint
}

/** A Comptroller. All its cTokens secure one another. Prices are in US dollars with 36 minus the token's decimals. */
export type CompoundV2Market = Market<CompoundV2Reserve> & {
  readonly oracle: Address
  /** Share of a debt that one call may repay, 18 decimals. */
  readonly closeFactor: bigint
  /** Seized value divided by repaid value, 18 decimals: 1.08 for a bonus of 8 %. */
  readonly liquidationIncentive: bigint
  readonly isSeizePaused: boolean
  /** Unix seconds of the block it was read at. `accrue` counts blocks from here. */
  readonly readTimestamp: bigint
}

export const wad = 10n ** 18n

/** Computes `mul_` and `mul_ScalarTruncate` of ExponentialNoError.sol. Both truncate once. */
export const mulExp = (a: bigint, b: bigint): bigint => (a * b) / wad
/** Computes `div_` of ExponentialNoError.sol. */
export const divExp = (a: bigint, b: bigint): bigint => (a * wad) / b
