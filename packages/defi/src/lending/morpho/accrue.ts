import type { Reserve } from '../market.ts'
import { computeAdaptiveRates } from './computeAdaptiveRates.ts'
import { loanIndex, type MorphoMarket, type Rate, type StoredMarket } from './market.ts'
import { mulDivDown, type Totals, toSharesDown, wad, wDivDown, wMulDown } from './math.ts'

const secondsPerYear = 31_536_000n

type Accrual = {
  readonly supply: Totals
  readonly borrow: Totals
  /** Rate per second at the end, 18 decimals. */
  readonly borrowRate: bigint
  readonly supplyRate: bigint
}

/** Computes `_accrueInterest` of https://github.com/morpho-org/morpho-blue (src/Morpho.sol). */
function computeAccrual(stored: StoredMarket, rate: Rate, timestamp: bigint): Accrual {
  const { lastUpdate, fee } = stored
  const supply = { assets: stored.totalSupplyAssets, shares: stored.totalSupplyShares }
  const borrow = { assets: stored.totalBorrowAssets, shares: stored.totalBorrowShares }
  const elapsed = timestamp > lastUpdate ? timestamp - lastUpdate : 0n
  const utilization = supply.assets === 0n ? 0n : wDivDown(borrow.assets, supply.assets)
  const { average, end } =
    rate.kind === 'adaptive'
      ? computeAdaptiveRates(utilization, rate.atTarget, elapsed)
      : { average: rate.perSecond, end: rate.perSecond }
  const interest = wMulDown(borrow.assets, wTaylorCompounded(average, elapsed))
  const feeAmount = wMulDown(interest, fee)
  const supplyAssets = supply.assets + interest
  const feeShares = toSharesDown(feeAmount, { assets: supplyAssets - feeAmount, shares: supply.shares })
  return {
    supply: { assets: supplyAssets, shares: supply.shares + feeShares },
    borrow: { assets: borrow.assets + interest, shares: borrow.shares },
    borrowRate: end,
    supplyRate: wMulDown(wMulDown(end, utilization), wad - fee),
  }
}

/**
 * Returns the market with interest up to `timestamp`, computed from its last update on the chain like in its next
 * transaction. It is exact until another transaction updates the market. For rate models other than AdaptiveCurveIrm, the
 * rate of the market's block is assumed to stay.
 */
export function accrue(market: Omit<MorphoMarket, 'supply' | 'borrow'>, timestamp: bigint): MorphoMarket {
  const { supply, borrow, borrowRate, supplyRate } = computeAccrual(market.stored, market.rate, timestamp)
  const reserves = market.reserves.map((reserve, index): Reserve => {
    if (index !== loanIndex) return reserve
    return {
      ...reserve,
      totalSupplied: supply.assets,
      totalBorrowed: borrow.assets,
      liquidity: supply.assets - borrow.assets,
      supplyApy: toApy(supplyRate),
      borrowApy: toApy(borrowRate),
    }
  })
  return { ...market, timestamp, supply, borrow, reserves }
}

/** Computes `MathLib.wTaylorCompounded`: three terms of e^(x·n) - 1. */
function wTaylorCompounded(x: bigint, n: bigint): bigint {
  const first = x * n
  const second = mulDivDown(first, first, 2n * wad)
  return first + second + mulDivDown(second, first, 3n * wad)
}

/** Compounds continuously. */
const toApy = (perSecond: bigint) => Math.expm1(Number(perSecond * secondsPerYear) / Number(wad))
