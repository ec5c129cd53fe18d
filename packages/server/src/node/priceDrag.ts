import type { LendingPosition, LiquidationScanner } from '@outrigger/defi'

/** The inputs of a position's health in US dollars: its health is the sum of `cover` divided by the sum of `debt`. */
export type DraggedPosition = {
  readonly borrower: string
  readonly protocol: string
  readonly market: string
  /** As computed by the contract. */
  readonly health: number
  readonly collateralUsd: number
  readonly debtUsd: number
  /** Collateral times its liquidation thresholds, split into ether tokens and others. */
  readonly cover: Split
  readonly debt: Split
}
export type Split = { readonly ether: number; readonly other: number }

/** Positions that become liquidatable if the price of ether, and of every ether token, changes by a share. */
export type PriceStep = {
  /** -0.1 for 10 % less. */
  readonly change: number
  readonly positions: number
  readonly collateralUsd: number
  readonly debtUsd: number
}

export type PriceDrag = {
  /** Positions with debt that were evaluated. */
  readonly known: number
  /** Evaluated positions that no price within the steps makes liquidatable. */
  readonly safe: number
  /** Positions whose health is not a plain ratio of sums, so that they are not evaluated. */
  readonly unjudged: number
  readonly steps: readonly PriceStep[]
  /** The positions with the largest collateral, largest first. */
  readonly largest: readonly DraggedPosition[]
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
 * @example const { steps } = await inTurns(computePriceDrag(scanner))
 */
export function* computePriceDrag(scanner: Pick<LiquidationScanner, 'positions'>): Generator<void, PriceDrag> {
  const sums = priceChanges.map((change) => ({ change, positions: 0, collateralUsd: 0, debtUsd: 0 }))
  let [known, safe, unjudged] = [0, 0, 0]
  let largest: DraggedPosition[] = []
  for (const position of scanner.positions(mostHealth)) {
    yield
    known += 1
    if (position === null) {
      safe += 1
      continue
    }
    const dragged = toDragged(position)
    if (dragged === null) {
      unjudged += 1
      continue
    }
    for (const sum of sums)
      if (computeHealthAt(dragged, sum.change) <= 1) {
        sum.positions += 1
        sum.collateralUsd += dragged.collateralUsd
        sum.debtUsd += dragged.debtUsd
      }
    largest.push(dragged)
    if (largest.length >= 2 * mostKept) largest = keepLargest(largest)
  }
  return { known, safe, unjudged, steps: sums, largest: keepLargest(largest) }
}

/**
 * Returns the health factor at another ether price: Σ collateral · threshold / Σ debt, as defined by Aave, Compound and their
 * forks.
 *
 * @param change of the price, -0.1 for 10 % less
 */
export function computeHealthAt({ cover, debt }: Pick<DraggedPosition, 'cover' | 'debt'>, change: number): number {
  return (cover.other + cover.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))
}

const keepLargest = (positions: readonly DraggedPosition[]) =>
  [...positions].sort((a, b) => b.collateralUsd - a.collateralUsd).slice(0, mostKept)

/** Returns null if the sums differ from the contract's own health by more than 1 %. */
function toDragged(position: LendingPosition & { readonly borrower: string }): DraggedPosition | null {
  const { borrower, protocol, market, healthFactor, totalCollateralUsd, totalDebtUsd, collateral, debt } = position
  const dragged = {
    borrower,
    protocol,
    market,
    health: Number(healthFactor) / 1e18,
    collateralUsd: totalCollateralUsd,
    debtUsd: totalDebtUsd,
    cover: split(
      collateral
        .filter(({ isCollateral }) => isCollateral)
        .map((one) => ({ symbol: one.symbol, usd: one.valueUsd * one.liquidationThreshold })),
    ),
    debt: split(debt.map(({ symbol, valueUsd }) => ({ symbol, usd: valueUsd }))),
  }
  const present = computeHealthAt(dragged, 0)
  return Math.abs(present - dragged.health) <= dragged.health / 100 ? dragged : null
}

function split(assets: readonly { readonly symbol: string; readonly usd: number }[]): Split {
  const sum = (wanted: boolean) =>
    assets.reduce((total, { symbol, usd }) => (isEther(symbol) === wanted ? total + usd : total), 0)
  return { ether: sum(true), other: sum(false) }
}
