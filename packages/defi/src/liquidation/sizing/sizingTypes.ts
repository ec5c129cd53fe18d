import type { SwapRoute, SwapRoutes } from '../../dex/router/swapRoute.ts'
import type { Account, Liquidation, LiquidationTerms, Market, Pair } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { FlashLender } from '../flashLoans.ts'
import type { FlashLoan } from '../opportunity.ts'

/** The price of gas. */
export type GasCost = {
  readonly weiPerGas: bigint
  /** US dollars per native token. */
  readonly nativePriceUsd: number
  /** A rollup's data fee for the transaction, in wei. */
  readonly dataFeeWei?: bigint
}

/**
 * One account of a market, with the swap routes, flash lenders and gas cost to size its liquidation, all at one block.
 */
export type SizingInput = {
  readonly protocol: LendingProtocol
  readonly market: Market
  readonly account: Account
  readonly routes: SwapRoutes
  readonly lenders: readonly FlashLender[]
  readonly gasCost: GasCost
}

/** The most profitable liquidation of an account. */
export type BestLiquidation = {
  readonly pair: Pair
  readonly terms: LiquidationTerms
  readonly liquidation: Liquidation
  readonly route: SwapRoute
  /** Null if no lender has enough. The liquidator then needs its own debt tokens. */
  readonly flashLoan: FlashLoan | null
  /** Proceeds of the collateral, in base units of the debt token. */
  readonly sale: bigint
  /** Gas of the liquidation, the loan and the sale. */
  readonly gas: bigint
  readonly gasUsd: number
  /** The sale minus the repaid debt, the loan fee and gas. */
  readonly netProfitUsd: number
}
