import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'

/** One asset of a market. Its indexes, which the protocols add, are accrued up to the market's `timestamp`. */
export type Reserve = {
  /** Lower case. */
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** By the protocol's own oracle and in its own scale: what its contracts compute with. */
  readonly price: bigint
  /** The contract behind that price (Chainlink proxy, adapter, Morpho oracle), lower case; null where it cannot be determined. */
  readonly priceSource: Address | null
  /** Decimals of `price` minus those of its source's answer; where negative, digits are cut off. @default 0 */
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

/** State of one market at one block: everything its math needs beside an account. Protocols add their own fields. */
export type Market<reserve extends Reserve = Reserve> = {
  /** Id of its protocol, `aave_v3`. */
  readonly protocol: string
  readonly chain: ChainName
  /** Pool, Comptroller or Comet; the 32 bytes of a Morpho market. Lower case. */
  readonly id: Hex
  readonly blockNumber: bigint
  /** Unix seconds up to which interest is accrued. */
  readonly timestamp: bigint
  /** US dollars of the unit in which prices are stated: 1 where that is the dollar; null where it is ether or a loan token. */
  readonly unitUsd: number | null
  /**
   * The token that is the unit, where anybody may open a market with an oracle of their own: only what others say of this
   * token gives its dollars, never the market's own prices.
   */
  readonly unitToken?: Address
  /** The token whose price in dollars `unitUsd` was made from, and has to follow. Left out where prices are in dollars. */
  readonly valuedBy?: Address
  readonly reserves: readonly reserve[]
}

/** What an account has in one reserve, in the units the contract stores, so that it stays true while interest accrues. */
export type Entry = {
  /** Index in the market's `reserves`. */
  readonly reserve: number
  /** Scaled aTokens, cTokens, collateral of Comet and Morpho (base units), principal of Comet's base token. */
  readonly supplied: bigint
  /** Whether it secures the account's debt. */
  readonly isCollateral: boolean
  /** Scaled variable debt, principal of Compound v2 and of Comet (positive), shares of Morpho. */
  readonly borrowed: bigint
  /** Compound v2: the index `borrowed` was last brought up to. */
  readonly borrowIndex?: bigint
  /** Aave v2 and v3.0-3.1: debt at a rate of its own. */
  readonly stable?: StableDebt
}

export type StableDebt = { readonly principal: bigint; readonly rate: bigint; readonly lastUpdate: bigint }

/** An account's side of one market. No entries: it has nothing there. */
export type Account = {
  /** Lower case. */
  readonly address: Address
  /** Aave v3's e-mode category; 0 elsewhere. */
  readonly mode: number
  readonly entries: readonly Entry[]
}

/** What an account holds or owes of one asset, by the contract's rounding. */
export type AssetValue = {
  readonly reserve: number
  /** Base units of the token, interest included. */
  readonly amount: bigint
  /** In the unit and scale the protocol adds values up in (USD with 8 decimals, ETH with 18, base units of the loan token …). */
  readonly value: bigint
  /**
   * The price behind `value`, in the scale of `Reserve.price`, where the contract takes another for this account: the one
   * of its e-mode category (Aave v3.0 and v3.1). All assets that have it share that one price.
   */
  readonly categoryPrice?: bigint
}

export type CollateralValue = AssetValue & {
  /** Whether it secures the debt; what is merely supplied has 0 in both ratios. */
  readonly isCollateral: boolean
  /** Share of the value that may be borrowed, 0-1. */
  readonly ltv: number
  /** Share of the value that counts for the health factor, 0-1. */
  readonly liquidationThreshold: number
}

export type Health = {
  readonly collateral: readonly CollateralValue[]
  readonly debt: readonly AssetValue[]
  /** 18 decimals, as the contract computes it or, where it has none, weighted collateral over debt rounded down; null without debt. */
  readonly healthFactor: bigint | null
  /** By the contract's own comparison, which is not always `healthFactor < 1e18`. */
  readonly isLiquidatable: boolean
  /** Values in the unit of `AssetValue.value`; collateral is what secures the debt only. */
  readonly collateralValue: bigint
  readonly debtValue: bigint
  /** How much more may be borrowed, in the unit of `AssetValue.value`. */
  readonly availableToBorrow: bigint
}

/** Indexes of the reserves that a liquidation takes and repays. */
export type Pair = { readonly collateral: number; readonly debt: number }

/** Amounts of debt (base units, both ends included) that the contract takes in one call. */
export type RepayRange = { readonly from: bigint; readonly to: bigint }

export type LiquidationTerms = {
  /** What may be repaid: in order, not overlapping; never empty. */
  readonly ranges: readonly RepayRange[]
  /** Amounts inside the ranges where what is received stops growing at one rate: the collateral is all taken, say. */
  readonly kinks: readonly bigint[]
  /** What is received beyond the repaid value, in bps of it: 500 for 5 %. Before fees. */
  readonly bonusBps: number
}

/** Why a pair of an account cannot be liquidated, in words. */
export type Refusal = { readonly refused: string }

/** What the contract does when `repay` is repaid, to the unit. */
export type Liquidation = {
  /** Base units of the debt token that the contract takes: at most what was offered. */
  readonly repay: bigint
  /** Base units of the collateral token that leave the borrower. */
  readonly seized: bigint
  /** Of these, what the protocol keeps. */
  readonly protocolFee: bigint
  /** Of these, what the liquidator gets, in base units of the underlying token. */
  readonly received: bigint
}

/** What a liquidator's account sends, in this order; allowances are its own affair. */
export type LiquidationCall = {
  readonly to: Address
  readonly data: Hex
  /** Wei, where the native currency is repaid. */
  readonly value?: bigint
}

/**
 * The health factor as two sums over what accounts store: Σ supplied · collateralWeight / Σ borrowed · debtWeight, in
 * floating point. It decides who must be looked at exactly, so it states how far it may be off.
 */
export type Screen = {
  /** What one stored unit adds to the weighted collateral. */
  collateralWeight(reserve: number, mode: number): number
  /** What one stored unit adds to the debt. */
  debtWeight(reserve: number): number
  /** Most that integer rounding in one entry moves either sum, whatever its size. */
  slack(reserve: number): number
  /** Most that either sum is off in relation to itself, beside floating point. 0 where values are only summed up. */
  readonly relativeError: number
}
