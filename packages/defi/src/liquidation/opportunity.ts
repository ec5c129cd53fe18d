import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { SwapRoute } from '../dex/router/swapRoute.ts'
import type { LiquidationCall } from '../lending/market.ts'

/** An amount of a token and its value in US dollars. */
export type TokenAmount = {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  /** Value by the protocol's oracle. */
  readonly valueUsd: number
}

/** A flash loan of the debt token that pays for a liquidation. */
export type FlashLoan = {
  /** `balancer`, `morpho`, `aave_v3`, `uniswap_v3`. */
  readonly source: string
  readonly lender: Address
  /** The contract that holds the tokens: the lender itself, or an aToken. */
  readonly holder: Address
  /** Base units of the debt token. */
  readonly fee: bigint
  /** Gas that borrowing adds. Included in `gasUsd`. */
  readonly gas: bigint
}

/** A profitable liquidation, sized for the highest profit. Values are in US dollars unless another unit is stated. */
export type Opportunity = {
  readonly chain: ChainName
  readonly protocol: string
  /** `Market.id`. */
  readonly market: Hex
  readonly borrower: Address
  /** 18 decimals. */
  readonly healthFactor: bigint
  /** This and the next two use the contract's prices for the account, for example the price of its e-mode category. */
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** Maximum that one call can repay of the chosen pair. */
  readonly maxLiquidatableDebtUsd: number
  readonly collateralToReceive: TokenAmount
  readonly debtToRepay: TokenAmount
  /** Share of the seized collateral's value that the health factor includes, 0-1. */
  readonly liquidationThreshold: number
  /** Part of the seized collateral that the lender keeps. Not included in `collateralToReceive`. */
  readonly protocolFeeUsd: number
  /** Percent of the repaid value, before protocol fee and slippage. */
  readonly liquidationBonusPercent: number
  /** Sale minus repaid debt and flash loan fee, before gas. */
  readonly grossProfitUsd: number
  readonly gasUsd: number
  /** Gas of the liquidation, the flash loan and the sale in one transaction. `gasUsd` is its cost. */
  readonly gas: bigint
  /** Base fee plus tip. */
  readonly weiPerGas: bigint
  /** Price of one whole native token, which pays for gas. */
  readonly nativePriceUsd: number
  /** Part of `gasUsd`: the rollup's fee for the transaction's data. */
  readonly dataFeeUsd: number
  /** `grossProfitUsd - gasUsd`. */
  readonly netProfitUsd: number
  /** Value of the collateral by the oracle minus the sale. Negative if pools pay more. */
  readonly slippageUsd: number
  readonly flashFeeUsd: number
  /** The cheapest loan of the repaid amount. Null if no lender has enough. Profit then includes no loan fee. */
  readonly flashLoan: FlashLoan | null
  /** Proceeds of the collateral in the debt token. Minus `debtToRepay` and `flashFeeUsd` they are `grossProfitUsd`. */
  readonly sale: TokenAmount
  /** How the collateral is sold. Null if it is the debt token itself. */
  readonly route: SwapRoute | null
  /** Returns the calls that the liquidator sends, without approvals, loan and sale. */
  toCalls(liquidator: Address): readonly LiquidationCall[]
  /** Whether a simulation of liquidation and sale reached these amounts. Null if it was not requested or not possible. */
  readonly proven: boolean | null
  /** Reasons why it may fail or pay less. */
  readonly risks: readonly string[]
  /** The block whose state it is computed from. */
  readonly blockNumber: bigint
  /** Hash of the pending price update that the opportunity depends on. Null if it depends on no pending update. */
  readonly pendingUpdate: Hex | null
  /** Unix ms. */
  readonly timestampMs: number
}

/** A position or protocol that was skipped, and the reason. */
export type SkippedPosition = {
  readonly protocol: string
  /** Null if the whole protocol was left out. */
  readonly market: Hex | null
  readonly borrower: Address | null
  readonly reason: string
}

/** The profitable liquidations of a chain at one block, and the skipped positions. */
export type LiquidationScan = {
  readonly chain: ChainName
  readonly blockNumber: bigint
  /** Most profitable first. */
  readonly opportunities: readonly Opportunity[]
  readonly skipped: readonly SkippedPosition[]
}
