import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { SkippedProtocol } from '../lending/readFailure.ts'

/**
 * Status by health factor: `HEALTHY` > 1.5 or no debt · `WARNING` > 1.2 · `AT_RISK` > 1 · `LIQUIDATABLE` otherwise, and for
 * every position that the protocol allows to be liquidated.
 */
export type HealthStatus = 'HEALTHY' | 'WARNING' | 'AT_RISK' | 'LIQUIDATABLE'

/** A supplied asset of a position. */
export type CollateralAsset = {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  readonly valueUsd: number
  readonly isCollateral: boolean
  /** Ratio 0-1. */
  readonly ltv: number
  /** Ratio 0-1. */
  readonly liquidationThreshold: number
  /** Ratio per year. */
  readonly supplyApy: number
  /**
   * US dollars: the price of this asset at which the position becomes liquidatable if other prices stay. Null if none
   * does.
   */
  readonly liquidationPriceUsd: number | null
}

/** A borrowed asset of a position. */
export type DebtAsset = {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  readonly valueUsd: number
  /** Ratio per year. */
  readonly borrowApy: number
  /**
   * US dollars: the price of this asset at which the position becomes liquidatable if other prices stay. Null if none
   * does.
   */
  readonly liquidationPriceUsd: number | null
}

/** An account's position in one market, in US dollars. */
export type LendingPosition = {
  readonly protocol: string
  readonly market: Hex
  /** 18 decimals, rounded like in the contract. Null without debt. */
  readonly healthFactor: bigint | null
  readonly status: HealthStatus
  /** Follows the protocol's own rule, which may not depend on the health factor. */
  readonly isLiquidatable: boolean
  /** Why liquidations of this liquidatable position fail at present, for example a pause. Null if they do not. */
  readonly liquidationObstacle: string | null
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  readonly availableToBorrowUsd: number
  /** Interest earned minus interest paid, divided by equity: ratio per year; 0 without equity. */
  readonly netApy: number
  readonly collateral: readonly CollateralAsset[]
  readonly debt: readonly DebtAsset[]
}

/** All lending positions of an address on a chain, at one block. */
export type PositionHealth = {
  readonly address: Address
  readonly chain: ChainName
  readonly blockNumber: bigint
  /** One position per market in which the account has assets or debt. */
  readonly positions: readonly LendingPosition[]
  /** Whether a position is `AT_RISK` or `LIQUIDATABLE`. Null if no known position is, but a position may be missing. */
  readonly isAtRisk: boolean | null
  /** Whether every position that the address may have was read. Protocols that are not on the chain do not count. */
  readonly isComplete: boolean
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** Names of the chain's lenders that this package does not read. The address may have positions there. */
  readonly unsupported: readonly string[]
  /** Markets that could not be read or valued, and protocols that are not deployed on the provider's chain. */
  readonly skipped: readonly SkippedProtocol[]
}
