import { maxUint256 } from 'viem'
import type { StableswapPool } from '../poolState.ts'
import type { BalanceSwap } from '../tokenIndices.ts'
import { computeBalance, computeDynamicFee, computeInvariant, feeUnit, type StableswapCurve } from './stableswapMath.ts'

const precision = 10n ** 18n

/**
 * Computes the output of `exchange` of token `i` for token `j`, and the two balances after it. Returns null if the
 * contract reverts. The order of divisions is that of `_exchange` in StableSwap-NG, the factory pools and the pools
 * before them.
 */
export function computeStableswapSwap(
  pool: StableswapPool,
  [i, j]: readonly [number, number],
  amountIn: bigint,
): BalanceSwap | null {
  if (amountIn <= 0n || pool.rates.includes(0n)) return null
  const { form, balances } = pool
  const [rateIn, rateOut] = [pool.rates[i] as bigint, pool.rates[j] as bigint]
  const scaled = toScaledBalances(pool)
  const [scaledIn, scaledOut] = [scaled[i] as bigint, scaled[j] as bigint]
  const curve = toCurve(pool)
  if (amountIn * rateIn > maxUint256) return null
  const x = scaledIn + (amountIn * rateIn) / precision
  const invariant = computeInvariant(scaled, curve)
  const y = invariant === null ? null : computeBalance(scaled, curve, invariant, { i, j, x })
  if (y === null) return null
  const paid = scaledOut - y - form.margin
  if (paid < 0n) return null
  const feeShare = computeDynamicFee((scaledIn + x) / 2n, (scaledOut + y) / 2n, pool.fee, pool.offpegFeeMultiplier)
  const fee = (paid * feeShare) / feeUnit
  if (fee > paid) return null
  const adminFee = (fee * pool.adminFee) / feeUnit
  const amountOut = ((paid - fee) * precision) / rateOut
  if (form.remainder === 'curve') {
    return {
      amountOut,
      balanceIn: (x * precision) / rateIn,
      balanceOut: ((y + fee - adminFee) * precision) / rateOut,
    }
  }
  const balanceOut = (balances[j] as bigint) - amountOut - (adminFee * precision) / rateOut
  return balanceOut < 0n ? null : { amountOut, balanceIn: (balances[i] as bigint) + amountIn, balanceOut }
}

/**
 * Returns output per input of an infinitely small swap in smallest units, after the fee: the slope of the invariant.
 */
export function computeStableswapRate(pool: StableswapPool, [i, j]: readonly [number, number]): number {
  const scaled = toScaledBalances(pool)
  const invariant = computeInvariant(scaled, toCurve(pool))
  if (invariant === null || pool.rates.includes(0n)) return 0
  const n = scaled.length
  const annual = (Number(pool.amplification) / Number(pool.amplificationPrecision)) * n
  const d = Number(invariant)
  const k = scaled.reduce((product, balance) => (product * d) / (n * Number(balance)), d)
  const [scaledIn, scaledOut] = [scaled[i] as bigint, scaled[j] as bigint]
  const slope = (annual + k / Number(scaledIn)) / (annual + k / Number(scaledOut))
  const fee = Number(computeDynamicFee(scaledIn, scaledOut, pool.fee, pool.offpegFeeMultiplier)) / Number(feeUnit)
  return slope * (Number(pool.rates[i]) / Number(pool.rates[j])) * Math.max(0, 1 - fee)
}

const toScaledBalances = ({ balances, rates }: StableswapPool) =>
  balances.map((balance, index) => (balance * (rates[index] as bigint)) / precision)

const toCurve = (pool: StableswapPool): StableswapCurve => ({
  amplification: pool.amplification,
  precision: pool.amplificationPrecision,
  product: pool.form.product,
})
