import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/** One asset of a market. Indexes, which the protocols add, are accrued up to the market's `timestamp`. */
export type Reserve = {
  /** Lower case. */
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Price by the protocol's own oracle in its own scale, as used by its contracts. */
  readonly price: bigint
  /**
   * The contract behind that price (Chainlink proxy, adapter, Morpho oracle), lower case. Null if it cannot be
   * determined.
   */
  readonly priceSource: Address | null
  /** Decimals of `price` minus those of its source's answer. If negative, digits are cut off. @default 0 */
  readonly priceShift?: number
  /** The same price of one whole token as a number, in the market's unit (see `Market.unitUsd`). */
  readonly unitPrice: number
  /** Base units of the token that can leave the market now. */
  readonly liquidity: bigint
  /** Base units of the token. */
  readonly totalSupplied: bigint
  /** Base units of the token. */
  readonly totalBorrowed: bigint
  /** Ratio per year, compounded: 0.05 is 5 %. */
  readonly supplyApy: number
  /** Ratio per year, compounded. */
  readonly borrowApy: number
}

/**
 * State of one market at one block. It contains everything that the market's arithmetic needs except the account.
 * Protocols add their own fields.
 */
export type Market<reserve extends Reserve = Reserve> = {
  /** Id of its protocol, `aave_v3`. */
  readonly protocol: string
  readonly chain: ChainName
  /** Address of the Pool, Comptroller or Comet, or the 32-byte id of a Morpho market. Lower case. */
  readonly id: Hex
  readonly blockNumber: bigint
  /** Unix seconds up to which interest is accrued. */
  readonly timestamp: bigint
  /** US dollars of the unit of prices: 1 for dollars. Null if the unit is ether or a loan token. */
  readonly unitUsd: number | null
  /**
   * The token that is the unit of prices, if anyone can create a market with its own oracle. Only other markets
   * determine this token's dollars, never the market's own prices.
   */
  readonly unitToken?: Address
  /** The token whose dollar price determined `unitUsd` and keeps determining it. Absent if prices are in dollars. */
  readonly valuedBy?: Address
  readonly reserves: readonly reserve[]
}

/**
 * An account's balance in one reserve, in the units stored by the contract, so that it stays valid while interest
 * accrues.
 */
export type Entry = {
  /** Index in the market's `reserves`. */
  readonly reserve: number
  /** Scaled aTokens, cTokens, collateral of Comet and Morpho (base units), principal of Comet's base token. */
  readonly supplied: bigint
  /** Whether the supply secures the account's debt. */
  readonly isCollateral: boolean
  /** Scaled variable debt, principal of Compound v2 and of Comet (positive), shares of Morpho. */
  readonly borrowed: bigint
  /** Compound v2: the index up to which `borrowed` includes interest. */
  readonly borrowIndex?: bigint
  /** Aave v2 and v3.0-3.1: debt at a stable rate. */
  readonly stable?: StableDebt
}

export type StableDebt = { readonly principal: bigint; readonly rate: bigint; readonly lastUpdate: bigint }

/** An account in one market. Without entries, the account has no balances in the market. */
export type Account = {
  /** Lower case. */
  readonly address: Address
  /** Aave v3's e-mode category; 0 elsewhere. */
  readonly mode: number
  readonly entries: readonly Entry[]
}

/** An account's collateral or debt in one asset, with the contract's rounding. */
export type AssetValue = {
  readonly reserve: number
  /** Base units of the token, including interest. */
  readonly amount: bigint
  /**
   * In the unit and scale in which the protocol sums values (USD with 8 decimals, ETH with 18, base units of the loan
   * token …).
   */
  readonly value: bigint
  /**
   * The price behind `value`, in the scale of `Reserve.price`, if the contract uses another price for this account:
   * that of its e-mode category (Aave v3.0 and v3.1). All assets with a category price share it.
   */
  readonly categoryPrice?: bigint
}

export type CollateralValue = AssetValue & {
  /** Whether it secures the debt. Other supplies have 0 in both ratios. */
  readonly isCollateral: boolean
  /** Share of the value that may be borrowed, 0-1. */
  readonly ltv: number
  /** Share of the value that the health factor includes, 0-1. */
  readonly liquidationThreshold: number
}

export type Health = {
  readonly collateral: readonly CollateralValue[]
  readonly debt: readonly AssetValue[]
  /**
   * Health factor with 18 decimals, as computed by the contract. If the contract does not compute it, it is weighted
   * collateral divided by debt, rounded down. Null without debt.
   */
  readonly healthFactor: bigint | null
  /** Result of the contract's own comparison, which is not always `healthFactor < 1e18`. */
  readonly isLiquidatable: boolean
  /** Values in the unit of `AssetValue.value`. Collateral only includes assets that secure the debt. */
  readonly collateralValue: bigint
  readonly debtValue: bigint
  /** Amount that can still be borrowed, in the unit of `AssetValue.value`. */
  readonly availableToBorrow: bigint
}

/** Indexes of the reserves that a liquidation seizes and repays. */
export type Pair = { readonly collateral: number; readonly debt: number }

/** Amounts of debt (base units, both ends included) that the contract accepts in one call. */
export type RepayRange = { readonly from: bigint; readonly to: bigint }

export type LiquidationTerms = {
  /** Accepted amounts: sorted, not overlapping, never empty. */
  readonly ranges: readonly RepayRange[]
  /**
   * Amounts inside the ranges at which the growth rate of the received collateral changes, for example because all
   * collateral is seized.
   */
  readonly kinks: readonly bigint[]
  /** Bonus on the repaid value in basis points: 500 is 5 %. Before fees. */
  readonly bonusBps: number
}

/** The reason why a pair of an account cannot be liquidated, as text. */
export type Refusal = { readonly refused: string }

/** The contract's result of repaying `repay`, exact to the base unit. */
export type Liquidation = {
  /** Base units of the debt token that the contract takes: at most the offered amount. */
  readonly repay: bigint
  /** Base units of the collateral token that leave the borrower. */
  readonly seized: bigint
  /** Part of `seized` that the protocol keeps. */
  readonly protocolFee: bigint
  /** Part of `seized` that the liquidator receives, in base units of the underlying token. */
  readonly received: bigint
}

/** A call of a liquidation. The liquidator's account sends the calls in order. Allowances must be set separately. */
export type LiquidationCall = {
  readonly to: Address
  readonly data: Hex
  /** Wei, if the native currency is repaid. */
  readonly value?: bigint
}

/**
 * The health factor as two sums over stored amounts: Σ supplied · collateralWeight / Σ borrowed · debtWeight, in
 * floating point. It selects the accounts that are then computed exactly, so it includes its largest error.
 */
export type Screen = {
  /** Returns the weighted collateral of one stored unit. */
  collateralWeight(reserve: number, mode: number): number
  /** Returns the debt of one stored unit. */
  debtWeight(reserve: number): number
  /** Returns the largest change of either sum by integer rounding in one entry, whatever its size. */
  slack(reserve: number): number
  /** Largest relative error of either sum besides floating point. 0 if values are only summed. */
  readonly relativeError: number
}
