import { ask } from './dashboardQuestions.ts'

/** US dollars in tokens whose price follows ether, and in other tokens. */
type Split = { readonly ether: number; readonly other: number }

/** A lending position. US dollars are at the prices of the protocol's oracle. */
export type DraggedPosition = {
  readonly borrower: string
  readonly protocol: string
  readonly market: string
  readonly health: number
  readonly collateral_usd: number
  readonly debt_usd: number
  /** Collateral multiplied by its liquidation thresholds. */
  readonly cover: Split
  readonly debt: Split
}

/** Sums over the positions that can be liquidated after a change of the ether price. */
export type PriceStep = {
  /** -0.1 means that the price falls by 10 %. */
  readonly change: number
  readonly positions: number
  readonly collateral_usd: number
  readonly debt_usd: number
}

/** Response of `/dashboard/liquidations/{chain}/positions`. */
export type PriceDrag = {
  readonly chain: string
  readonly timestamp: string
  /** Number of positions with debt that were evaluated. */
  readonly known: number
  /** Number of evaluated positions that no step makes liquidatable. */
  readonly safe: number
  /** Number of positions whose health at another price cannot be computed. */
  readonly unjudged: number
  /** Computed from all positions, not only from `positions`. Lowest price first. */
  readonly steps: readonly PriceStep[]
  /** At most 1000, largest collateral first. */
  readonly positions: readonly DraggedPosition[]
  readonly skipped?: readonly { readonly protocol: string; readonly market: string | null; readonly reason: string }[]
}

/** Requests the positions of a chain that a change of the ether price can make liquidatable. @throws {ApiAnswerError} */
export const readPriceDrag = (chain: string, signal: AbortSignal) =>
  ask<PriceDrag>(`liquidations/${chain}/positions`, signal)

/**
 * Returns the health factor at another ether price: Σ collateral · threshold / Σ debt.
 *
 * @param change of the price; -0.1 means that the price falls by 10 %
 * @example computeHealthAt({ cover: { ether: 160, other: 0 }, debt: { ether: 0, other: 100 } }, -0.5) // 0.8
 */
export const computeHealthAt = ({ cover, debt }: Pick<DraggedPosition, 'cover' | 'debt'>, change: number): number =>
  (cover.other + cover.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))

/** Returns the step for a change of the price. Steps are 1 % apart. */
export const findStep = (steps: readonly PriceStep[], change: number): PriceStep | undefined =>
  steps.find((step) => Math.abs(step.change - change) < 0.005)
