import type { CryptoswapPool } from '../poolState.ts'
import { type CubicRoot, computeRootOfThree, computeRootOfTwo } from './cryptoswapCubic.ts'
import { computeByNewton, computeCryptoFee, isAccepted, toBounds, unit } from './cryptoswapMath.ts'

const feeUnit = 10n ** 10n

export type CryptoswapSwap = {
  readonly amountOut: bigint
  readonly balanceIn: bigint
  readonly balanceOut: bigint
  /** Balances after the swap, in 18 decimals of the first coin. */
  readonly scaled: readonly bigint[]
  /** The start value of the next invariant's iteration in -NG; otherwise 0. */
  readonly k0: bigint
}

/**
 * Computes the output of `exchange` of coin `i` for coin `j`, and the two balances after it. Returns null if the
 * contract reverts.
 */
export function computeCryptoswapSwap(
  pool: CryptoswapPool,
  [i, j]: readonly [number, number],
  amountIn: bigint,
): CryptoswapSwap | null {
  if (amountIn <= 0n || !isAccepted(pool, pool.tokens.length, pool.invariant)) return null
  if (pool.priceScale.includes(0n) || pool.precisions.includes(0n)) return null
  const balanceIn = (pool.balances[i] as bigint) + amountIn
  const scaled = pool.balances.map((balance, index) => toScaledAt(pool, index, index === i ? balanceIn : balance))
  const root = computeRoot(pool, scaled, j)
  if (!root) return null
  const paid = (scaled[j] as bigint) - root.y - 1n
  if (paid < 0n) return null
  const price = j === 0 ? unit : (pool.priceScale[j - 1] as bigint)
  const raw = (j === 0 ? paid : (paid * unit) / price) / (pool.precisions[j] as bigint)
  const curved = scaled.map((balance, index) => (index === j ? root.y : balance))
  const fee = computeCryptoFee(curved, pool.feeTerms)
  if (fee === null) return null
  const amountOut = raw - (fee * raw) / feeUnit
  const balanceOut = (pool.balances[j] as bigint) - amountOut
  if (amountOut < 0n || balanceOut < 0n) return null
  const after = scaled.map((balance, index) => (index === j ? toScaledAt(pool, j, balanceOut) : balance))
  return { amountOut, balanceIn, balanceOut, scaled: after, k0: root.k0 }
}

/** Converts a balance to 18 decimals of the first coin, by the price scale. */
export function toScaledAt(pool: CryptoswapPool, index: number, balance: bigint): bigint {
  const scaled = balance * (pool.precisions[index] as bigint)
  return index === 0 ? scaled : (scaled * (pool.priceScale[index - 1] as bigint)) / unit
}

function computeRoot(pool: CryptoswapPool, scaled: readonly bigint[], j: number): CubicRoot | null {
  const { invariant } = pool
  if (pool.generation === 'ng')
    return scaled.length === 2
      ? computeRootOfTwo(pool, scaled, invariant, j)
      : computeRootOfThree(pool, scaled, invariant, j)
  const y = computeByNewton(pool, scaled, invariant, j)
  if (y === null) return null
  const { least, most } = toBounds(pool, scaled.length).result
  const fraction = (y * unit) / invariant
  return fraction < least || fraction > most ? null : { y, k0: 0n }
}

/** An input of 1e-9 of the balance is as good as infinitely small because quotes have 18 digits. */
const smallShare = 10n ** 9n

/** Returns output per input of a very small swap in smallest units, after the fee. */
export function computeCryptoswapRate(pool: CryptoswapPool, indices: readonly [number, number]): number {
  const [i, j] = indices
  const fine = toFine(pool)
  const amountIn = (fine.balances[i] as bigint) / smallShare
  const swap = amountIn > 0n ? computeCryptoswapSwap(fine, indices, amountIn) : null
  if (!swap) return 0
  const [unitIn, unitOut] = [Number(pool.precisions[i]), Number(pool.precisions[j])]
  return (Number(swap.amountOut) / Number(amountIn)) * (unitIn / unitOut)
}

/** Returns the pool as if all coins had 18 decimals. */
const toFine = (pool: CryptoswapPool): CryptoswapPool => ({
  ...pool,
  balances: pool.balances.map((balance, index) => balance * (pool.precisions[index] as bigint)),
  precisions: pool.precisions.map(() => 1n),
})
