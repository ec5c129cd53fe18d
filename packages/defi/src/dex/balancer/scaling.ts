import type { BalancerStablePool, WeightedPool } from '../poolState.ts'
import type { BalanceSwap, BalanceSwapOut } from '../tokenIndices.ts'
import { divUp, mulUp, one } from './fixedPoint.ts'

type Pool = WeightedPool | BalancerStablePool

/**
 * Computes the curve's output for an input after the fee, both in 18 decimals. Returns null if the contract reverts.
 */
type ComputeOutput = (scaledBalances: readonly bigint[], scaledIn: bigint) => bigint | null

/** The Vault of v2 stores balances in 112 bits, that of v3 in 128. */
const maxBalances = { 2: 2n ** 112n - 1n, 3: 2n ** 128n - 1n }

/** The Vault of v3 rejects smaller amounts, in 18 decimals (`TradeAmountTooSmall`). */
const minimumTrade = 1_000_000n

/**
 * Computes a swap with exact input like the Vault and the pool. v2 charges the fee before scaling, and the fee stays
 * in the pool. v3 charges the fee after scaling, and the aggregate share of the fee leaves the pool. Returns null if
 * the Vault or the pool reverts.
 */
export function computeBalancerSwap(
  pool: Pool,
  [i, j]: readonly [number, number],
  amountIn: bigint,
  computeOutput: ComputeOutput,
): BalanceSwap | null {
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
 * Computes a swap with exact output. v2 adds the fee after scaling back, and v3 adds it before. v3 rounds the rate of
 * the output up.
 *
 * @param computeInput returns the curve's input for an output in 18 decimals, before the fee, or null if the contract
 * reverts
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

/** Returns an amount scaled to 18 decimals of the underlying token, rounded down. */
export const toScaled = (pool: Pool, index: number, amount: bigint) =>
  (amount * (pool.scalingFactors[index] as bigint) * (pool.rates[index] as bigint)) / one

/** Scales back to the token's unit, rounded down. v3 rounds the rate of the output up. */
function toRaw(pool: Pool, index: number, scaled: bigint, roundsRateUp: boolean): bigint {
  const rate = pool.rates[index] as bigint
  const used = roundsRateUp ? toRateUp(rate) : rate
  return (scaled * one) / ((pool.scalingFactors[index] as bigint) * used)
}

/** Like `toScaled`, rounded up with the rate rounded up. */
const toScaledUp = (pool: Pool, index: number, amount: bigint) =>
  mulUp(amount * (pool.scalingFactors[index] as bigint), toRateUp(pool.rates[index] as bigint))

const toRateUp = (rate: bigint) => (rate % one === 0n ? rate : rate + 1n)

/** Scales back to the token's unit, rounded up. */
const toRawUp = (pool: Pool, index: number, scaled: bigint) =>
  divUp(scaled * one, (pool.scalingFactors[index] as bigint) * (pool.rates[index] as bigint))

/** Returns output per input in smallest units after the fee, from a slope in 18 decimals. */
export function toRawRate(pool: Pool, [i, j]: readonly [number, number], slope: number): number {
  const rate = slope * (toFactor(pool, i) / toFactor(pool, j)) * (1 - Number(pool.fee) / Number(one))
  return Number.isFinite(rate) ? rate : 0
}

const toFactor = (pool: Pool, index: number) => Number(pool.scalingFactors[index]) * (Number(pool.rates[index]) / 1e18)
