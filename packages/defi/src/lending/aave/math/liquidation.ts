import type { Account, Entry, Liquidation, LiquidationTerms, Pair, Refusal, RepayRange } from '../../market.ts'
import type { AaveMarket, AaveReserve } from '../aaveMarket.ts'
import { toScaledBalance, toScaledDebt, toVariableDebt } from './balances.ts'
import { computeMaxRepay, toValue } from './closeFactor.ts'
import { computeHealth, toDebtValue } from './health.ts'
import { computeSeizure, type Sides, toSeizable, toSides } from './seizure.ts'

/** MIN_LEFTOVER_BASE, in dollars with 8 decimals, regardless of the pool's currency. */
const dustBase = 1_000n * 10n ** 8n
/** MINIMUM_HEALTH_FACTOR_LIQUIDATION_THRESHOLD: below it, the sentinel does not forbid a liquidation. */
const sentinelMinHealth = 95n * 10n ** 16n

/** Returns what ValidationLogic.validateLiquidationCall and LiquidationLogic allow a liquidator to repay, in underlying tokens. */
export function computeTerms(market: AaveMarket, account: Account, pair: Pair): LiquidationTerms | Refusal {
  const sides = toSides(market, account, pair)
  const { healthFactor, isLiquidatable, debtValue } = computeHealth(market, account)
  if (!isLiquidatable || healthFactor === null) return { refused: 'its health factor is not below 1' }
  const refused = findRefusal(market, account, sides, healthFactor)
  if (refused !== null) return { refused }

  const max = computeMaxRepay(market, sides, healthFactor, debtValue)
  // Above this amount, nothing more is seized or repaid.
  const top = findFirst(1n, max, (repay) => toSeizable(market.rules, sides, repay) >= sides.balance) ?? max
  const from = findFirst(1n, top, (repay) => burnsSomething(market, sides, repay))
  if (from === null) return { refused: 'the debt or the collateral is less than one unit of the scaled tokens' }
  const fits = (repay: bigint) => computeSeizure(market, sides, repay).received <= sides.collateral.liquidity
  const ranges = toRanges(market, sides, from, top, fits)
  return ranges.length === 0
    ? {
        refused: fits(from) ? 'any amount would leave dust' : `the pool has too little ${sides.collateral.symbol}`,
      }
    : { ranges, kinks: [], bonusBps: Number(sides.collateralTerms.liquidationBonus) - 10_000 }
}

/**
 * Computes a liquidation. It also returns a result for amounts outside the terms, for which the contract would
 * revert.
 */
export function computeLiquidation(market: AaveMarket, account: Account, pair: Pair, repay: bigint): Liquidation {
  const sides = toSides(market, account, pair)
  const { healthFactor, debtValue } = computeHealth(market, account)
  const max = computeMaxRepay(market, sides, healthFactor ?? 0n, debtValue)
  return computeSeizure(market, sides, repay < max ? repay : max)
}

/**
 * Returns the reason that prevents every liquidation of an account: the pool, the sentinel, or the state of all its
 * reserves on one side. Returns null if nothing prevents it.
 */
export function findObstacle(market: AaveMarket, account: Account): string | null {
  const { healthFactor } = computeHealth(market, account)
  if (market.isPaused) return 'the pool is paused'
  if (isForbiddenBySentinel(market, healthFactor ?? 0n)) return 'the price oracle sentinel forbids it'
  const sidesOf = (isOnSide: (entry: Entry) => boolean) =>
    account.entries.filter(isOnSide).map((entry) => findClosed(market, market.reserves[entry.reserve]))
  const collateral = sidesOf(({ supplied, isCollateral }) => isCollateral && supplied > 0n)
  const debt = sidesOf(({ borrowed, stable }) => borrowed > 0n || stable !== undefined)
  const closed = [collateral, debt].find((side) => side.length > 0 && side.every((reason) => reason !== null))
  return closed === undefined ? null : [...new Set(closed)].join(', ')
}

/** Returns why a reserve cannot be part of a liquidation now, or null. */
function findClosed({ timestamp }: AaveMarket, reserve: AaveReserve | undefined): string | null {
  if (reserve === undefined) return null
  const { symbol, isActive, isPaused, graceUntil } = reserve
  if (!isActive) return `${symbol} is not active`
  if (isPaused) return `${symbol} is paused`
  return graceUntil >= timestamp ? `${symbol} is in its grace period` : null
}

const isForbiddenBySentinel = ({ isLiquidationAllowed }: AaveMarket, healthFactor: bigint): boolean =>
  !isLiquidationAllowed && healthFactor >= sentinelMinHealth

function findRefusal(market: AaveMarket, account: Account, sides: Sides, healthFactor: bigint): string | null {
  const { collateral, collateralEntry, collateralTerms, debtReserve, debt, debtPrice } = sides
  if (market.isPaused) return 'the pool is paused'
  const unusual = account.entries.find(({ reserve }) => market.reserves[reserve]?.hasOwnArithmetic)
  if (unusual !== undefined) return `${market.reserves[unusual.reserve]?.symbol} has its own arithmetic for balances`
  const closed = findClosed(market, collateral) ?? findClosed(market, debtReserve)
  if (closed !== null) return closed
  if (isForbiddenBySentinel(market, healthFactor)) return 'the price oracle sentinel forbids it'
  if (debt === 0n) return `the account owes no ${debtReserve.symbol}`
  if (collateralEntry?.isCollateral !== true || !collateralTerms.counts || sides.balance === 0n)
    return `${collateral.symbol} does not secure the debt`
  if (collateralTerms.price === 0n || debtPrice === 0n) return 'a price is missing'
  if (collateralTerms.liquidationBonus === 0n) return `${collateral.symbol} has no liquidation bonus`
  return null
}

/** Whether both tokens burn more than zero, because they revert otherwise. */
function burnsSomething(market: AaveMarket, sides: Sides, repay: bigint): boolean {
  const { rules } = market
  const { debtReserve, debtEntry, collateral } = sides
  const { received } = computeSeizure(market, sides, repay)
  const variable = toVariableDebt(rules, debtEntry?.borrowed ?? 0n, debtReserve.debtIndex)
  return (
    toScaledBalance(rules, received, collateral.income) > 0n &&
    (variable === 0n || toScaledDebt(rules, repay < variable ? repay : variable, debtReserve.debtIndex) > 0n)
  )
}

/** From v3.3 on, remaining debt and collateral must both be above a minimum value, unless one of them is zero. */
function toRanges(
  market: AaveMarket,
  sides: Sides,
  from: bigint,
  top: bigint,
  fits: (repay: bigint) => boolean,
): readonly RepayRange[] {
  const { debt, debtPrice, debtReserve, balance, collateral, collateralTerms } = sides
  const leavesNoDust = (repay: bigint) =>
    market.rules.closeFactor !== 'position' ||
    (toDebtValue(market, debt - repay, debtPrice, debtReserve.unit) >= dustBase &&
      toValue(balance - toSeizable(market.rules, sides, repay), collateralTerms.price, collateral.unit) >= dustBase)
  const isAllowed = (repay: bigint) => fits(repay) && leavesNoDust(repay)
  if (isAllowed(top)) return [{ from, to: top }]
  const end = findFirst(from, top, (repay) => !isAllowed(repay)) ?? top
  const below = end > from ? [{ from, to: end - 1n }] : []
  const clears = top === debt || toSeizable(market.rules, sides, top) >= balance
  return clears && fits(top) ? [...below, { from: top, to: top }] : below
}

/** Returns the lowest number from `low` to `high` for which a monotonic condition is true, or null. */
function findFirst(low: bigint, high: bigint, isTrue: (value: bigint) => boolean): bigint | null {
  if (low > high || !isTrue(high)) return null
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) / 2n
    if (isTrue(middle)) to = middle
    else from = middle + 1n
  }
  return from
}
