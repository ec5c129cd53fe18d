import { type CometMarket, factorScale, mulFactor, type RateCurve, type Totals, toPresent } from './market.ts'

const secondsPerYear = 31_536_000

/** Computes `accruedInterestIndices` from the stored state. It is simple interest at one rate since the last accrual. */
export function accrue(market: CometMarket, timestamp: bigint): CometMarket {
  const { stored } = market
  const elapsed = timestamp > stored.lastAccrualTime ? timestamp - stored.lastAccrualTime : 0n
  const utilization = computeUtilization(stored)
  const supplyRate = computeRate(market.supplyRate, utilization)
  const borrowRate = computeRate(market.borrowRate, utilization)
  const supplyIndex = stored.supplyIndex + mulFactor(stored.supplyIndex, supplyRate * elapsed)
  const borrowIndex = stored.borrowIndex + mulFactor(stored.borrowIndex, borrowRate * elapsed)
  const [base, ...collaterals] = market.reserves
  if (base === undefined) return market
  const accrued = {
    ...base,
    totalSupplied: toPresent(supplyIndex, stored.totalSupply),
    totalBorrowed: toPresent(borrowIndex, stored.totalBorrow),
    supplyApy: toApy(supplyRate),
    borrowApy: toApy(borrowRate),
  }
  return { ...market, timestamp, supplyIndex, borrowIndex, reserves: [accrued, ...collaterals] }
}

/** Computes `getUtilization`, 18 decimals. */
export function computeUtilization({ supplyIndex, borrowIndex, totalSupply, totalBorrow }: Totals): bigint {
  const supplied = toPresent(supplyIndex, totalSupply)
  return supplied === 0n ? 0n : (toPresent(borrowIndex, totalBorrow) * factorScale) / supplied
}

/** Computes `getSupplyRate` and `getBorrowRate`, per second, 18 decimals. */
export function computeRate({ base, slopeLow, slopeHigh, kink }: RateCurve, utilization: bigint): bigint {
  if (utilization <= kink) return base + mulFactor(slopeLow, utilization)
  return base + mulFactor(slopeLow, kink) + mulFactor(slopeHigh, utilization - kink)
}

/** Compounds each second. */
const toApy = (perSecond: bigint) => Math.expm1(secondsPerYear * Math.log1p(Number(perSecond) / 1e18))
