import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/**
 * By the health factor: `HEALTHY` > 1.5 or no debt · `WARNING` > 1.2 · `AT_RISK` > 1 · `LIQUIDATABLE` the rest, and everything
 * that the protocol lets liquidators take.
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
  /** The price of this asset alone at which the position can be liquidated, US dollars; null where no price of it does. */
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
  /** The price of this asset alone at which the position can be liquidated, US dollars; null where no price of it does. */
  readonly liquidationPriceUsd: number | null
}

/** An account's side of one market, in US dollars. */
export type LendingPosition = {
  readonly protocol: string
  readonly market: Hex
  /** 18 decimals, by the contract's rounding; null without debt. */
  readonly healthFactor: bigint | null
  readonly status: HealthStatus
  /** By the protocol's own rule, which is not always about the health factor. */
  readonly isLiquidatable: boolean
  /** Why nobody can liquidate it at present although it is liquidatable, such as a pause; null if nothing prevents it. */
  readonly liquidationObstacle: string | null
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  readonly availableToBorrowUsd: number
  /** Earned on what is supplied less paid on what is owed, over the equity: ratio per year; 0 where there is none. */
  readonly netApy: number
  readonly collateral: readonly CollateralAsset[]
  readonly debt: readonly DebtAsset[]
}

/** A protocol, or one market of it, that is left out of an answer, and why. */
export type SkippedProtocol = {
  readonly protocol: string
  /** Null where it is the whole protocol. */
  readonly market: Hex | null
  readonly reason: string
}

/** All lending positions of an address on a chain, at one block. */
export type PositionHealth = {
  readonly address: Address
  readonly chain: ChainName
  readonly blockNumber: bigint
  /** Markets in which the account has anything. */
  readonly positions: readonly LendingPosition[]
  /** Whether a position is `AT_RISK` or `LIQUIDATABLE`; null where none that was read is, and one may not have been read. */
  readonly isAtRisk: boolean | null
  /** Whether everything was read that the address may have; protocols that are not on the chain do not count. */
  readonly isComplete: boolean
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** Lenders of the chain that this package does not read, by name: the address may have positions there. */
  readonly unsupported: readonly string[]
  /** What could not be read, or not be valued, and protocols that are not deployed on the provider's chain. */
  readonly skipped: readonly SkippedProtocol[]
}
