import type { Address } from 'viem'
import type { Market, Reserve } from '../../market/market.ts'

/** A cToken's interest as its contract stores it, which is as of `blockNumber`. */
export type StoredInterest = {
  readonly blockNumber: bigint
  /** 18 decimals. */
  readonly borrowIndex: bigint
  /** Base units of the underlying token. */
  readonly totalBorrows: bigint
  /** Base units of the underlying token. */
  readonly totalReserves: bigint
  /** Per block, 18 decimals: what the next accrual charges for all blocks since. */
  readonly borrowRate: bigint
}

/** One cToken. */
export type CompoundV2Reserve = Reserve & {
  /** Lower case. */
  readonly cToken: Address
  /** What the oracle says it asks, lower case: `priceSource` where that gives its price. Null where it does not say. */
  readonly feed?: Address | null
  /** cEther: what it takes and pays is the native currency, of which `token` is the wrapped form. */
  readonly isNative: boolean
  readonly isListed: boolean
  /** Its debts may be liquidated in full whatever the account's health. */
  readonly isDeprecated: boolean
  /** 18 decimals, as are the other factors. */
  readonly collateralFactor: bigint
  readonly reserveFactor: bigint
  /** Share of what is seized that it keeps; 0 where its code has none. */
  readonly seizeShare: bigint
  readonly cash: bigint
  /** cTokens. */
  readonly totalSupply: bigint
  /** What its contract says, without interest since: the rate of the first cToken where there is none yet. */
  readonly storedExchangeRate: bigint
  readonly stored: StoredInterest
  /** With interest up to the market's `timestamp`, as are `totalReserves` and `exchangeRate`. */
  readonly borrowIndex: bigint
  readonly totalReserves: bigint
  /** Base units of the underlying for a cToken, 18 decimals. */
  readonly exchangeRate: bigint
}

/** A Comptroller: all of its cTokens secure one another. Prices have 36 decimals less those of the token, in US dollars. */
export type CompoundV2Market = Market<CompoundV2Reserve> & {
  readonly oracle: Address
  /** Share of a debt that one call may repay, 18 decimals. */
  readonly closeFactor: bigint
  /** Of the repaid value, 18 decimals: 1.08 for a bonus of 8 %. */
  readonly liquidationIncentive: bigint
  readonly isSeizePaused: boolean
  /** Unix seconds of the block it was read at, from which blocks are counted. */
  readonly readTimestamp: bigint
}

export const wad = 10n ** 18n

/** `mul_` and `mul_ScalarTruncate` of ExponentialNoError.sol: both truncate once. */
export const mulExp = (a: bigint, b: bigint): bigint => (a * b) / wad
/** `div_` of ExponentialNoError.sol. */
export const divExp = (a: bigint, b: bigint): bigint => (a * wad) / b
