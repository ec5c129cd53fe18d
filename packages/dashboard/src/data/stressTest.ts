import type { Response } from '@outrigger/api/contract'

export type StressTest = Response<'defiStressTest'>
export type StressedPosition = StressTest['largest_positions'][number]
type StressStep = StressTest['steps'][number]

/**
 * Returns the health factor at another ether price: Σ collateral · threshold / Σ debt.
 *
 * @param change of the price; -0.1 means that the price falls by 10 %
 * @example computeHealthAt({ weighted_collateral: { ether: 160, other: 0 }, debt: { ether: 0, other: 100 } }, -0.5) // 0.8
 */
export const computeHealthAt = (
  { weighted_collateral: cover, debt }: Pick<StressedPosition, 'weighted_collateral' | 'debt'>,
  change: number,
): number => (cover.other + cover.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))

/** Returns the positions that are nearest to liquidation, nearest first. Those below a health factor of 1 are past it. */
export const listNearest = (positions: readonly StressedPosition[], most: number): readonly StressedPosition[] =>
  positions
    .filter((one) => !isDue(one))
    .sort((a, b) => a.health_factor - b.health_factor)
    .slice(0, most)

/** Whether a position can be liquidated now, at a profit or not. */
export const isDue = ({ health_factor: health }: StressedPosition): boolean => health < 1

/** Returns the step for a change of the price. Steps are 1 % apart. */
export const findStep = (steps: readonly StressStep[], change: number): StressStep | undefined =>
  steps.find((step) => Math.abs(step.change - change) < 0.005)
