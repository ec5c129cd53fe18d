import type { ChainName } from '@outrigger/core'
import type { Address, Hex } from 'viem'
import type { SwapRoute } from '../dex/swapRoute.ts'
import type { LiquidationCall } from '../market/market.ts'

/** An amount of a token and its value in US dollars. */
export type TokenAmount = {
  readonly token: Address
  readonly symbol: string
  readonly decimals: number
  /** Base units. */
  readonly amount: bigint
  /** At the price of the protocol's oracle. */
  readonly valueUsd: number
}

/** A flash loan of the debt token that pays for a liquidation, and what it costs. */
export type FlashLoan = {
  /** `balancer`, `morpho`, `aave_v3`, `uniswap_v3`. */
  readonly source: string
  readonly lender: Address
  /** Where the lender's tokens are: itself, or an aToken. */
  readonly holder: Address
  /** Base units of the debt token. */
  readonly fee: bigint
  /** Gas that borrowing adds; it is in `gasUsd`. */
  readonly gas: bigint
}

/** A liquidation that pays, sized to pay most. US dollars unless a unit is named. */
export type Opportunity = {
  readonly chain: ChainName
  readonly protocol: string
  /** `Market.id`. */
  readonly market: Hex
  readonly borrower: Address
  /** 18 decimals. */
  readonly healthFactor: bigint
  /** These three at the prices that the contract takes for the account: of an e-mode category, its own. */
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** The most that one call could repay of the chosen pair. */
  readonly maxLiquidatableDebtUsd: number
  readonly collateralToReceive: TokenAmount
  readonly debtToRepay: TokenAmount
  /** Of the collateral that is taken: the share of its value that counts for the health factor, 0-1. */
  readonly liquidationThreshold: number
  /** What the lender keeps of the seized collateral: `collateralToReceive` is without it. */
  readonly protocolFeeUsd: number
  /** Of the repaid value, in percent; before protocol fee and slippage. */
  readonly liquidationBonusPercent: number
  /** What the sale brings beyond the repaid debt and the flash loan's fee; before gas. */
  readonly grossProfitUsd: number
  readonly gasUsd: number
  /** Gas of the liquidation, the flash loan and the sale in one transaction: what `gasUsd` is the price of. */
  readonly gas: bigint
  /** What a unit of gas is reckoned at: base fee and tip. */
  readonly weiPerGas: bigint
  /** Of one whole native token, in which gas is paid. */
  readonly nativePriceUsd: number
  /** Part of `gasUsd`: what a rollup takes for the transaction's data beside its gas. */
  readonly dataFeeUsd: number
  /** `grossProfitUsd - gasUsd`. */
  readonly netProfitUsd: number
  /** What the sale brings less than the oracle's price of the collateral; negative where pools pay more. */
  readonly slippageUsd: number
  readonly flashFeeUsd: number
  /** The cheapest that lends enough; null where none does, and the profit then counts no fee. */
  readonly flashLoan: FlashLoan | null
  /** What the sale of the collateral brings, in the debt token. Less `debtToRepay` and `flashFeeUsd` it is `grossProfitUsd`. */
  readonly sale: TokenAmount
  /** How the collateral is sold; null where it is the debt token itself. */
  readonly route: SwapRoute | null
  /** What the liquidator's account sends, without approvals, loan and sale. */
  toCalls(liquidator: Address): readonly LiquidationCall[]
  /** Whether simulating it, sale included, left what is announced here; null when that was not asked for or could not be determined. */
  readonly proven: boolean | null
  /** What would make it fail or pay less. */
  readonly risks: readonly string[]
  /** The block whose state it rests on. */
  readonly blockNumber: bigint
  /** Hash of the pending transaction whose price makes it one; null when it is one already. */
  readonly pendingUpdate: Hex | null
  /** Unix ms. */
  readonly timestampMs: number
}

/** What was looked at and left out. */
export type SkippedPosition = {
  readonly protocol: string
  /** Null where a whole protocol was left out. */
  readonly market: Hex | null
  readonly borrower: Address | null
  readonly reason: string
}

/** The liquidations of a chain that pay at one block, and the positions left out. */
export type LiquidationScan = {
  readonly chain: ChainName
  readonly blockNumber: bigint
  /** Most profitable first. */
  readonly opportunities: readonly Opportunity[]
  readonly skipped: readonly SkippedPosition[]
}
