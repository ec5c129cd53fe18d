import type { PoolKind } from '../poolKind.ts'
import type { WeightedPool } from '../poolState.ts'
import { toBalanceSwaps, toBalanceSwapsOut, toTokenIndices } from '../tokenIndices.ts'
import { applyWeightedLog, weightedTopics } from './balancerLogs.ts'
import { complement, divDown, divUp, mulDown, mulUp, one, powUp } from './fixedPoint.ts'
import { computeBalancerSwap, computeBalancerSwapOut, toRawRate, toScaled } from './scaling.ts'

/**
 * Limit of an exact input relative to the input's balance, and of an exact output relative to the output's balance,
 * with 18 decimals (`MAX_IN_RATIO`, `MAX_OUT_RATIO`).
 */
const maxShare = (one * 3n) / 10n

/** Balancer's weighted pools of v2 and v3, without hooks. */
export const weightedKind: PoolKind<WeightedPool> = {
  kind: 'weighted',
  ...toBalanceSwaps(computeWeightedSwap),
  ...toBalanceSwapsOut(computeWeightedSwapOut),
  toRate: (pool, tokenIn, tokenOut) => {
    const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
    if (!indices) return 0
    const [perIn = 0, perOut = 0] = indices.map(
      (index) => Number(toScaled(pool, index, pool.balances[index] as bigint)) / Number(pool.weights[index]),
    )
    return perIn > 0 ? toRawRate(pool, indices, perOut / perIn) : 0
  },
  topics: weightedTopics,
  applyLog: applyWeightedLog,
  advance: (pool) => (pool.hasMovingRates ? 'unknown' : pool),
}

export function computeWeightedSwap(pool: WeightedPool, indices: readonly [number, number], amountIn: bigint) {
  const [i, j] = indices
  return computeBalancerSwap(pool, indices, amountIn, (scaled, scaledIn) => {
    const { minimumBalances } = pool
    const balanceIn = (scaled[i] as bigint) + (minimumBalances ? 1n : 0n)
    const balanceOut = scaled[j] as bigint
    if (minimumBalances && balanceIn < (minimumBalances[i] as bigint)) return null
    const output = computeWeightedOutput(pool, indices, { balanceIn, balanceOut, amountIn: scaledIn })
    if (output === null) return null
    return minimumBalances && balanceOut - output < (minimumBalances[j] as bigint) ? null : output
  })
}

/** `WeightedMath`: balanceOut * (1 - (balanceIn / (balanceIn + amountIn)) ** (weightIn / weightOut)), rounded down. */
function computeWeightedOutput(
  pool: WeightedPool,
  [i, j]: readonly [number, number],
  amounts: { readonly balanceIn: bigint; readonly balanceOut: bigint; readonly amountIn: bigint },
): bigint | null {
  const { balanceIn, balanceOut, amountIn } = amounts
  if (balanceIn + amountIn === 0n || pool.weights[j] === 0n || amountIn > mulDown(balanceIn, maxShare)) return null
  const base = divUp(balanceIn * one, balanceIn + amountIn)
  const exponent = divDown(pool.weights[i] as bigint, pool.weights[j] as bigint)
  const power = powUp(base, exponent, pool.hasPowerShortcuts)
  return power === null ? null : mulDown(balanceOut, complement(power))
}

function computeWeightedSwapOut(pool: WeightedPool, indices: readonly [number, number], amountOut: bigint) {
  const [i, j] = indices
  return computeBalancerSwapOut(pool, indices, amountOut, (scaled, scaledOut) => {
    const { minimumBalances } = pool
    const balanceIn = (scaled[i] as bigint) + (minimumBalances ? 1n : 0n)
    const balanceOut = scaled[j] as bigint
    if (minimumBalances && balanceIn < (minimumBalances[i] as bigint)) return null
    if (minimumBalances && balanceOut - scaledOut < (minimumBalances[j] as bigint)) return null
    return computeWeightedInput(pool, indices, { balanceIn, balanceOut, amountOut: scaledOut })
  })
}

/** `WeightedMath`: balanceIn * ((balanceOut / (balanceOut - amountOut)) ** (weightOut / weightIn) - 1), rounded up. */
function computeWeightedInput(
  pool: WeightedPool,
  [i, j]: readonly [number, number],
  amounts: { readonly balanceIn: bigint; readonly balanceOut: bigint; readonly amountOut: bigint },
): bigint | null {
  const { balanceIn, balanceOut, amountOut } = amounts
  const [weightIn, weightOut] = [pool.weights[i] as bigint, pool.weights[j] as bigint]
  if (weightIn === 0n || amountOut > mulDown(balanceOut, maxShare) || amountOut >= balanceOut) return null
  const base = divUp(balanceOut * one, balanceOut - amountOut)
  const power = powUp(base, divUp(weightOut * one, weightIn), pool.hasPowerShortcuts)
  return power === null || power < one ? null : mulUp(balanceIn, power - one)
}
