import { ask } from './dashboardQuestions.ts'

/** US dollars in tokens of ether, and in others. */
type Split = { readonly ether: number; readonly other: number }

/** A position as the node knows it; US dollars by the protocol's own oracle. */
export type DraggedPosition = {
  readonly borrower: string
  readonly protocol: string
  readonly market: string
  readonly health: number
  readonly collateral_usd: number
  readonly debt_usd: number
  /** Collateral by its liquidation thresholds. */
  readonly cover: Split
  readonly debt: Split
}

/** What can be liquidated when ether is worth a share more or less. */
export type PriceStep = {
  /** -0.1 for 10 % less. */
  readonly change: number
  readonly positions: number
  readonly collateral_usd: number
  readonly debt_usd: number
}

/** As `/dashboard/liquidations/{chain}/positions` says it. */
export type PriceDrag = {
  readonly chain: string
  readonly timestamp: string
  /** Positions with debt that were looked at. */
  readonly known: number
  /** Of these, ones that no step reaches. */
  readonly safe: number
  /** Ones that cannot be judged at another price. */
  readonly unjudged: number
  /** Of all positions, lowest price first. */
  readonly steps: readonly PriceStep[]
  /** Largest collateral first, 1000 at most. */
  readonly positions: readonly DraggedPosition[]
  readonly skipped?: readonly { readonly protocol: string; readonly market: string | null; readonly reason: string }[]
}

/** All positions of a chain that a price of ether can reach. @throws {ApiAnswerError} */
export const readPriceDrag = (chain: string, signal: AbortSignal) =>
  ask<PriceDrag>(`liquidations/${chain}/positions`, signal)

/**
 * The health factor at another price of ether: Σ collateral · threshold / Σ debt.
 *
 * @param change of the price, -0.1 for 10 % less
 * @example computeHealthAt({ cover: { ether: 160, other: 0 }, debt: { ether: 0, other: 100 } }, -0.5) // 0.8
 */
export const computeHealthAt = ({ cover, debt }: Pick<DraggedPosition, 'cover' | 'debt'>, change: number): number =>
  (cover.other + cover.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))

/** The step of a change, of steps of 1 %. */
export const findStep = (steps: readonly PriceStep[], change: number): PriceStep | undefined =>
  steps.find((step) => Math.abs(step.change - change) < 0.005)
