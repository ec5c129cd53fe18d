import type { LendingPosition, LiquidationScanner } from '@outrigger/defi'

/** What a position's health depends on, US dollars: its health is the sum of `cover` over the sum of `debt`. */
export type DraggedPosition = {
  readonly borrower: string
  readonly protocol: string
  readonly market: string
  /** As the contract computes it. */
  readonly health: number
  readonly collateralUsd: number
  readonly debtUsd: number
  /** Collateral by its liquidation thresholds: in tokens of ether, and in others. */
  readonly cover: Split
  readonly debt: Split
}
export type Split = { readonly ether: number; readonly other: number }

/** What can be liquidated when ether, and with it every token of ether, is worth a share more or less. */
export type PriceStep = {
  /** -0.1 for 10 % less. */
  readonly change: number
  readonly positions: number
  readonly collateralUsd: number
  readonly debtUsd: number
}

export type PriceDrag = {
  /** Positions with debt that were looked at. */
  readonly known: number
  /** Of these, ones that no price within the steps can reach. */
  readonly safe: number
  /** Ones whose health is no plain ratio of sums, and of which nothing is said here. */
  readonly unjudged: number
  readonly steps: readonly PriceStep[]
  /** Largest collateral first, as many as are kept. */
  readonly largest: readonly DraggedPosition[]
}

/** From half the price to a fifth above, in steps of 1 %. */
export const priceChanges: readonly number[] = Array.from({ length: 71 }, (_, index) => (index - 50) / 100)
const mostKept = 1000
/** At half the price of all collateral a health of 2 is 1. */
const mostHealth = 2.02

const isEther = (symbol: string) => /^[\w.]*ETH$/i.test(symbol)

/**
 * Sums up what other prices of ether make liquidatable, of all positions of a scanner; a step for each position.
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
 * The health factor at another price of ether: Σ collateral · threshold / Σ debt, the definition of Aave's and Compound's
 * families of protocols.
 *
 * @param change of the price, -0.1 for 10 % less
 */
export function computeHealthAt({ cover, debt }: Pick<DraggedPosition, 'cover' | 'debt'>, change: number): number {
  return (cover.other + cover.ether * (1 + change)) / (debt.other + debt.ether * (1 + change))
}

const keepLargest = (positions: readonly DraggedPosition[]) =>
  [...positions].sort((a, b) => b.collateralUsd - a.collateralUsd).slice(0, mostKept)

/** Null where the sums do not give the contract's own figure, within 1 %. */
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
