import type { SwapRoute, SwapRoutes } from '../../dex/swapRoute.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Account, Liquidation, LiquidationTerms, Market, Pair } from '../../market/market.ts'
import type { FlashLender } from '../flashLoans.ts'
import type { FlashLoan } from '../opportunity.ts'

/** What a unit of gas is paid with. */
export type GasCost = {
  readonly weiPerGas: bigint
  /** US dollars of one whole native token. */
  readonly nativePriceUsd: number
  /** What the transaction costs beside its gas: a rollup's data fee. Wei. */
  readonly dataFeeWei?: bigint
}

/**
 * One account of a market, and the swap routes, flash lenders and gas cost to size its liquidation with, all of one
 * block.
 */
export type SizingInput = {
  readonly protocol: LendingProtocol
  readonly market: Market
  readonly account: Account
  readonly routes: SwapRoutes
  readonly lenders: readonly FlashLender[]
  readonly gasCost: GasCost
}

/** The liquidation of an account that leaves most. */
export type BestLiquidation = {
  readonly pair: Pair
  readonly terms: LiquidationTerms
  readonly liquidation: Liquidation
  readonly route: SwapRoute
  /** Null where nobody lends so much: the debt token must be at hand. */
  readonly flashLoan: FlashLoan | null
  /** What the collateral is sold for, base units of the debt token. */
  readonly sale: bigint
  /** Of the liquidation, the loan and the sale. */
  readonly gas: bigint
  readonly gasUsd: number
  /** The sale less what is repaid, the loan's fee and gas. */
  readonly netProfitUsd: number
}
