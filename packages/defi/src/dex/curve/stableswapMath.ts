import { maxUint256 } from 'viem'
import type { StableswapPool } from '../poolState.ts'

/** The parameters of the invariant besides the balances. `amplification` is A * n ** (n - 1) * `precision`. */
export type StableswapCurve = {
  readonly amplification: bigint
  readonly precision: bigint
  readonly product: StableswapPool['form']['product']
}

/** The contracts stop Newton's method after this many rounds. */
const maxRounds = 255

/**
 * Returns StableSwap's invariant D for balances in 18 decimals, by the iteration of the contract's `get_D` with its
 * order of divisions (StableSwap paper, https://docs.curve.finance; curve-contract `SwapTemplateBase.get_D`). Returns
 * null if the contract reverts: a balance is zero, a value overflows, or the iteration does not converge.
 */
export function computeInvariant(balances: readonly bigint[], curve: StableswapCurve): bigint | null {
  const { amplification, precision } = curve
  const n = BigInt(balances.length)
  let sum = 0n
  for (const balance of balances) {
    if (balance === 0n) return null
    sum += balance
  }
  const ann = amplification * n
  if (ann <= precision || ann * sum > maxUint256) return null
  let invariant = sum
  for (let round = 0; round < maxRounds; round++) {
    const product = computeProduct(balances, invariant, curve.product)
    if (product === null) return null
    const above = ((ann * sum) / precision + product * n) * invariant
    const below = ((ann - precision) * invariant) / precision + (n + 1n) * product
    if (above > maxUint256 || below === 0n) return null
    const next = above / below
    const difference = next - invariant
    invariant = next
    if (difference >= -1n && difference <= 1n) return invariant
  }
  return toUnconverged(curve, invariant)
}

/** Pools without A_PRECISION use the last iteration's value. Later pools revert. */
const toUnconverged = ({ precision }: StableswapCurve, value: bigint) => (precision === 1n ? value : null)

/** D ** (n + 1) / (n ** n * product of the balances), rounded like the generation. */
function computeProduct(balances: readonly bigint[], invariant: bigint, form: StableswapCurve['product']) {
  const n = BigInt(balances.length)
  let product = invariant
  for (const balance of balances) {
    const numerator = product * invariant
    if (numerator > maxUint256) return null
    if (form === 'power') product = numerator / balance
    else product = numerator / (balance * n + (form === 'eachPlusOne' ? 1n : 0n))
  }
  return form === 'power' ? product / n ** n : product
}

/**
 * Returns the balance of token `j` that keeps `invariant` when token `i` has `x`, by the contract's `get_y`, or null if
 * it reverts.
 */
export function computeBalance(
  balances: readonly bigint[],
  curve: StableswapCurve,
  invariant: bigint,
  { i, j, x }: { readonly i: number; readonly j: number; readonly x: bigint },
): bigint | null {
  const n = BigInt(balances.length)
  const ann = curve.amplification * n
  let sum = 0n
  let c = invariant
  for (const [index, balance] of balances.entries()) {
    if (index === j) continue
    const value = index === i ? x : balance
    if (value === 0n || c * invariant > maxUint256) return null
    sum += value
    c = (c * invariant) / (value * n)
  }
  if (c * invariant * curve.precision > maxUint256) return null
  c = (c * invariant * curve.precision) / (ann * n)
  return iterateBalance(curve, invariant, sum + (invariant * curve.precision) / ann, c)
}

function iterateBalance(curve: StableswapCurve, invariant: bigint, b: bigint, c: bigint): bigint | null {
  let y = invariant
  for (let round = 0; round < maxRounds; round++) {
    const above = y * y + c
    const below = 2n * y + b - invariant
    if (above > maxUint256 || below <= 0n) return null
    const next = above / below
    const difference = next - y
    y = next
    if (difference >= -1n && difference <= 1n) return y
  }
  return toUnconverged(curve, y)
}

/**
 * Returns the fee in units of 1e-10. It grows from `fee` toward `fee * multiplier` as two balances (18 decimals)
 * diverge, as in `_dynamic_fee`.
 */
export function computeDynamicFee(first: bigint, second: bigint, fee: bigint, multiplier: bigint): bigint {
  if (multiplier <= feeUnit) return fee
  const squared = (first + second) ** 2n
  return (multiplier * fee) / (((multiplier - feeUnit) * 4n * first * second) / squared + feeUnit)
}

/** Fees are in units of 1 / `feeUnit`. */
export const feeUnit = 10n ** 10n
