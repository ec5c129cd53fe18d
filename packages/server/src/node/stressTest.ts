import type { LendingPosition, LiquidationScanner } from '@outrigger/defi'
import type { Address, Hex } from 'viem'

/** The inputs of a position's health in US dollars: its health is the sum of `weightedCollateral` divided by the sum of `debt`. */
export type StressedPosition = {
  readonly borrower: Address
  readonly protocol: string
  readonly market: Hex
  /** With 18 decimals, as computed by the contract. */
  readonly healthFactor: bigint
  readonly totalCollateralUsd: number
  readonly totalDebtUsd: number
  /** Collateral times its liquidation thresholds, split into ether tokens and others. */
  readonly weightedCollateral: Split
  readonly debt: Split
}
export type Split = { readonly ether: number; readonly other: number }

/** Positions that become liquidatable if the price of ether, and of every ether token, changes by a share. */
export type StressStep = {
  /** -0.1 for 10 % less. */
  readonly change: number
  readonly positions: number
  readonly collateralUsd: number
  readonly debtUsd: number
}

export type StressTest = {
  /** Positions with debt. */
  readonly totalPositions: number
  /** Positions that no price within the steps makes liquidatable. */
  readonly safePositions: number
  /** Positions whose health is not a plain ratio of sums, so that they are not evaluated. */
  readonly unmodeledPositions: number
  readonly steps: readonly StressStep[]
  /** The positions with the largest collateral, largest first. */
  readonly largestPositions: readonly StressedPosition[]
}

/** From half the price to a fifth above, in steps of 1 %. */
export const priceChanges: readonly number[] = Array.from({ length: 71 }, (_, index) => (index - 50) / 100)
const mostKept = 1000
/** At half the price of all collateral, a health of 2 becomes 1. The rest is tolerance. */
const mostHealth = 2.02

const isEther = (symbol: string) => /^[\w.]*ETH$/i.test(symbol)

/**
 * Sums up the positions of a scanner that other ether prices make liquidatable. Yields after each position.
 *
 * @example const { steps } = await inTurns(computeStressTest(scanner))
 */
export function* computeStressTest(scanner: Pick<LiquidationScanner, 'positions'>): Generator<void, StressTest> {
  const sums = priceChanges.map((change) => ({ change, positions: 0, collateralUsd: 0, debtUsd: 0 }))
  let [totalPositions, safePositions, unmodeledPositions] = [0, 0, 0]
  let largest: StressedPosition[] = []
  for (const position of scanner.positions(mostHealth)) {
    yield
    totalPositions += 1
    if (position === null) {
      safePositions += 1
      continue
    }
    const stressed = toStressed(position)
    if (stressed === null) {
      unmodeledPositions += 1
      continue
    }
    for (const sum of sums)
      if (computeHealthAt(stressed, sum.change) <= 1) {
        sum.positions += 1
        sum.collateralUsd += stressed.totalCollateralUsd
        sum.debtUsd += stressed.totalDebtUsd
      }
    largest.push(stressed)
    if (largest.length >= 2 * mostKept) largest = keepLargest(largest)
  }
  return { totalPositions, safePositions, unmodeledPositions, steps: sums, largestPositions: keepLargest(largest) }
}

/**
 * Returns the health factor at another ether price: Σ collateral · threshold / Σ debt, as defined by Aave, Compound and their
 * forks.
 *
 * @param change of the price, -0.1 for 10 % less
 */
export function computeHealthAt(
  { weightedCollateral, debt }: Pick<StressedPosition, 'weightedCollateral' | 'debt'>,
  change: number,
): number {
  return (weightedCollateral.other + weightedCollateral.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))
}

const keepLargest = (positions: readonly StressedPosition[]) =>
  [...positions].sort((a, b) => b.totalCollateralUsd - a.totalCollateralUsd).slice(0, mostKept)

/** Returns null if the sums differ from the contract's own health by more than 1 %. */
function toStressed(position: LendingPosition & { readonly borrower: Address }): StressedPosition | null {
  const { borrower, protocol, market, healthFactor, totalCollateralUsd, totalDebtUsd, collateral, debt } = position
  if (healthFactor === null) return null
  const stressed = {
    borrower,
    protocol,
    market,
    healthFactor,
    totalCollateralUsd,
    totalDebtUsd,
    weightedCollateral: split(
      collateral
        .filter(({ isCollateral }) => isCollateral)
        .map((one) => ({ symbol: one.symbol, usd: one.valueUsd * one.liquidationThreshold })),
    ),
    debt: split(debt.map(({ symbol, valueUsd }) => ({ symbol, usd: valueUsd }))),
  }
  const health = Number(healthFactor) / 1e18
  return Math.abs(computeHealthAt(stressed, 0) - health) <= health / 100 ? stressed : null
}

function split(assets: readonly { readonly symbol: string; readonly usd: number }[]): Split {
  const sum = (wanted: boolean) =>
    assets.reduce((total, { symbol, usd }) => (isEther(symbol) === wanted ? total + usd : total), 0)
  return { ether: sum(true), other: sum(false) }
}
