import type { Address } from 'viem'
import { advanceAmplification } from '../amplificationRamp.ts'
import { computeInvariant } from '../curve/stableswapMath.ts'
import type { PoolKind } from '../poolKind.ts'
import type { BalancerStablePool } from '../poolState.ts'
import { toBalanceSwaps, toBalanceSwapsOut, toTokenIndices } from '../tokenIndices.ts'
import { applyBalancerStableLog, balancerStableTopics } from './balancerLogs.ts'
import { computeBalancerSwap, computeBalancerSwapOut, toRawRate, toScaled } from './scaling.ts'
import { amplificationPrecision, computeInvariantUp, computeStableBalance } from './stableMath.ts'

/**
 * v3's later stable pools reject a swap that makes one balance this many times another. Here this applies to all v3
 * pools.
 */
const maxImbalance = 10_000n

/** Balancer's stable pools of v2 (plain, meta, phantom, composable) and v3, without hooks. */
export const balancerStableKind: PoolKind<BalancerStablePool> = {
  kind: 'balancerStable',
  ...toBalanceSwaps(computeBalancerStableSwap),
  ...toBalanceSwapsOut(computeBalancerStableSwapOut),
  toRate: computeRate,
  topics: balancerStableTopics,
  applyLog: applyBalancerStableLog,
  advance: (pool, timestamp) => (pool.hasMovingRates ? 'unknown' : advanceAmplification(pool, timestamp)),
}

export function computeBalancerStableSwap(
  pool: BalancerStablePool,
  indices: readonly [number, number],
  amountIn: bigint,
) {
  if (pool.bptIndex !== null && indices.includes(pool.bptIndex)) return null
  return computeBalancerSwap(pool, indices, amountIn, (all, scaledIn) => {
    const scaled = dropBpt(pool, all)
    const [i, j] = indices.map((index) => toCurveIndex(pool, index)) as [number, number]
    const invariant = computeStableInvariant(pool, scaled)
    if (invariant === null) return null
    const { amplification, version } = pool
    const changed = scaled.map((balance, index) => (index === i ? balance + scaledIn : balance))
    const balance = computeStableBalance(changed, { amplification, invariant, index: j, version })
    if (balance === null) return null
    const output = (scaled[j] as bigint) - balance - 1n
    return output < 0n ||
      (version === 3 && isImbalanced([...scaled, (scaled[i] as bigint) + scaledIn, (scaled[j] as bigint) - output]))
      ? null
      : output
  })
}

/**
 * `StableMath.computeInGivenExactOut`: the balance that keeps the invariant, minus the present balance, plus one unit.
 */
function computeBalancerStableSwapOut(pool: BalancerStablePool, indices: readonly [number, number], amountOut: bigint) {
  if (pool.bptIndex !== null && indices.includes(pool.bptIndex)) return null
  return computeBalancerSwapOut(pool, indices, amountOut, (all, scaledOut) => {
    const scaled = dropBpt(pool, all)
    const [i, j] = indices.map((index) => toCurveIndex(pool, index)) as [number, number]
    const invariant = computeStableInvariant(pool, scaled)
    if (invariant === null || scaledOut >= (scaled[j] as bigint)) return null
    const { amplification, version } = pool
    const changed = scaled.map((balance, index) => (index === j ? balance - scaledOut : balance))
    const balance = computeStableBalance(changed, { amplification, invariant, index: i, version })
    if (balance === null) return null
    const input = balance - (scaled[i] as bigint) + 1n
    const isRefused = version === 3 && isImbalanced([...scaled, balance + 1n, (scaled[j] as bigint) - scaledOut])
    return input < 0n || isRefused ? null : input
  })
}

/** The pool's own token is not part of the curve. */
const dropBpt = ({ bptIndex }: BalancerStablePool, balances: readonly bigint[]) =>
  bptIndex === null ? balances : balances.filter((_, index) => index !== bptIndex)
const toCurveIndex = ({ bptIndex }: BalancerStablePool, index: number) =>
  bptIndex !== null && index > bptIndex ? index - 1 : index

function computeStableInvariant(pool: BalancerStablePool, scaled: readonly bigint[]): bigint | null {
  const { amplification } = pool
  return pool.roundsInvariantUp
    ? computeInvariantUp(scaled, amplification)
    : computeInvariant(scaled, { amplification, precision: amplificationPrecision, product: 'each' })
}

/** Checks the balances before and after together, like `onSwap`. */
function isImbalanced(balances: readonly bigint[]): boolean {
  const [least = 0n, ...others] = balances.toSorted((a, b) => Number(a > b) - Number(a < b))
  return least === 0n || (others.at(-1) as bigint) / least >= maxImbalance
}

function computeRate(pool: BalancerStablePool, tokenIn: Address, tokenOut: Address): number {
  const indices = toTokenIndices(pool.tokens, tokenIn, tokenOut)
  if (!indices || (pool.bptIndex !== null && indices.includes(pool.bptIndex))) return 0
  const all = pool.balances.map((balance, index) => toScaled(pool, index, balance))
  const scaled = dropBpt(pool, all)
  const invariant = computeStableInvariant(pool, scaled)
  if (invariant === null) return 0
  const n = scaled.length
  const d = Number(invariant)
  const annual = (Number(pool.amplification) / Number(amplificationPrecision)) * n
  const k = scaled.reduce((product, balance) => (product * d) / (n * Number(balance)), d)
  const [balanceIn = 0, balanceOut = 0] = indices.map((index) => Number(all[index]))
  return toRawRate(pool, indices, (annual + k / balanceIn) / (annual + k / balanceOut))
}
