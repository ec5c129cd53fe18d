import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import type { BalanceSwapOut } from '../tokenIndices.ts'
import { divUp, mulUp, one } from './fixedPoint.ts'

type Pool = WeightedPool | BalancerStablePool

/** What the curve of a pool gives for an input in 18 decimals, after the fee; null where it reverts. */
type ComputeOutput = (scaledBalances: readonly bigint[], scaledIn: bigint) => bigint | null

type BalancerSwap = { readonly amountOut: bigint; readonly balanceIn: bigint; readonly balanceOut: bigint }

/** The Vault of v2 keeps balances in 112 bits, that of v3 in 128. */
const maxBalances = { 2: 2n ** 112n - 1n, 3: 2n ** 128n - 1n }

/** The Vault of v3 refuses smaller ones, in 18 decimals (`TradeAmountTooSmall`). */
const minimumTrade = 1_000_000n

/**
 * A swap with exact input as Vault and pool perform it: v2 takes the fee before scaling and keeps it in the pool; v3 takes it
 * after, and its aggregate share leaves. Null where either reverts.
 */
export function computeBalancerSwap(
  pool: Pool,
  [i, j]: readonly [number, number],
  amountIn: bigint,
  computeOutput: ComputeOutput,
): BalancerSwap | null {
  if (amountIn <= 0n || pool.scalingFactors.includes(0n) || pool.rates.includes(0n)) return null
  const scaled = pool.balances.map((balance, index) => toScaled(pool, index, balance))
  const given = pool.version === 2 ? amountIn - mulUp(amountIn, pool.fee) : amountIn
  const scaledGiven = toScaled(pool, i, given)
  const fee = pool.version === 2 ? 0n : mulUp(scaledGiven, pool.fee)
  const scaledIn = scaledGiven - fee
  if (pool.version === 3 && scaledIn < minimumTrade) return null
  const scaledOut = computeOutput(scaled, scaledIn)
  if (scaledOut === null || scaledOut < 0n || (pool.version === 3 && scaledOut < minimumTrade)) return null
  const amountOut = toRaw(pool, j, scaledOut, pool.version === 3)
  const leaving = pool.version === 2 ? 0n : (toRaw(pool, i, fee, false) * pool.aggregateFee) / one
  const balanceIn = (pool.balances[i] as bigint) + amountIn - leaving
  const balanceOut = (pool.balances[j] as bigint) - amountOut
  return balanceOut < 0n || balanceIn > maxBalances[pool.version] ? null : { amountOut, balanceIn, balanceOut }
}

/**
 * A swap with exact output: v2 adds the fee after scaling back, v3 before. v3 counts what it gives at the rate rounded up.
 *
 * @param computeInput what the curve takes for an output in 18 decimals, before the fee; null where it reverts
 */
export function computeBalancerSwapOut(
  pool: Pool,
  [i, j]: readonly [number, number],
  amountOut: bigint,
  computeInput: ComputeOutput,
): BalanceSwapOut | null {
  if (amountOut <= 0n || pool.fee >= one || pool.scalingFactors.includes(0n) || pool.rates.includes(0n)) return null
  if (amountOut >= (pool.balances[j] as bigint)) return null
  const scaled = pool.balances.map((balance, index) => toScaled(pool, index, balance))
  const isV3 = pool.version === 3
  const scaledOut = isV3 ? toScaledUp(pool, j, amountOut) : toScaled(pool, j, amountOut)
  if (isV3 && scaledOut < minimumTrade) return null
  const scaledIn = computeInput(scaled, scaledOut)
  if (scaledIn === null || scaledIn < 0n || (isV3 && scaledIn < minimumTrade)) return null
  const fee = isV3 ? divUp(scaledIn * pool.fee, one - pool.fee) : 0n
  const raw = toRawUp(pool, i, scaledIn + fee)
  const amountIn = isV3 ? raw : divUp(raw * one, one - pool.fee)
  const leaving = isV3 ? (toRaw(pool, i, fee, false) * pool.aggregateFee) / one : 0n
  const balanceIn = (pool.balances[i] as bigint) + amountIn - leaving
  const balanceOut = (pool.balances[j] as bigint) - amountOut
  return balanceIn > maxBalances[pool.version] ? null : { amountIn, balanceIn, balanceOut }
}

/** In 18 decimals and of the underlying, rounded down. */
export const toScaled = (pool: Pool, index: number, amount: bigint) =>
  (amount * (pool.scalingFactors[index] as bigint) * (pool.rates[index] as bigint)) / one

/** Back in the token's unit, rounded down. v3 counts what it pays at the rate rounded up. */
function toRaw(pool: Pool, index: number, scaled: bigint, roundsRateUp: boolean): bigint {
  const rate = pool.rates[index] as bigint
  const used = roundsRateUp ? toRateUp(rate) : rate
  return (scaled * one) / ((pool.scalingFactors[index] as bigint) * used)
}

/** As `toScaled`, rounded up at the rate rounded up. */
const toScaledUp = (pool: Pool, index: number, amount: bigint) =>
  mulUp(amount * (pool.scalingFactors[index] as bigint), toRateUp(pool.rates[index] as bigint))

const toRateUp = (rate: bigint) => (rate % one === 0n ? rate : rate + 1n)

/** Back in the token's unit, rounded up. */
const toRawUp = (pool: Pool, index: number, scaled: bigint) =>
  divUp(scaled * one, (pool.scalingFactors[index] as bigint) * (pool.rates[index] as bigint))

/** Output per input of two curves' 18 decimals, in smallest units and after the fee. */
export function toRawRate(pool: Pool, [i, j]: readonly [number, number], slope: number): number {
  const rate = slope * (toFactor(pool, i) / toFactor(pool, j)) * (1 - Number(pool.fee) / Number(one))
  return Number.isFinite(rate) ? rate : 0
}

const toFactor = (pool: Pool, index: number) => Number(pool.scalingFactors[index]) * (Number(pool.rates[index]) / 1e18)
