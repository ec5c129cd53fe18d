import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import type { Leg } from './leg.ts'
import type { TokenTaxes } from './tokenTaxes.ts'

/**
 * Constant-product curve in floating point: `out(x) = reserveOut * share * x / (reserveIn + share * x)`. `share` is the share of
 * the input after the fee.
 */
export type VirtualPair = { readonly reserveIn: number; readonly reserveOut: number; readonly share: number }

const million = 1_000_000
const q96 = 2 ** 96

/**
 * Returns the constant-product curve of a pool at its current price. A pair has this curve at all prices. Concentrated liquidity
 * follows the curve within its tick range, with the virtual reserves `L / sqrt(P)` and `L * sqrt(P)` (Uniswap V3 whitepaper,
 * 6.2). Null for other curves.
 */
export function toVirtualPair(pool: PoolState, tokenIn: Address, tokenOut: Address): VirtualPair | null {
  const [token0, token1] = pool.tokens
  const isZeroForOne = tokenIn === token0
  if (isZeroForOne ? tokenOut !== token1 : tokenIn !== token1 || tokenOut !== token0) return null
  const reserves = toReserves(pool)
  if (reserves === null) return null
  const [reserve0, reserve1] = reserves
  if (!(reserve0 > 0) || !(reserve1 > 0)) return null
  const share = toShare(pool, isZeroForOne)
  return isZeroForOne
    ? { reserveIn: reserve0, reserveOut: reserve1, share }
    : { reserveIn: reserve1, reserveOut: reserve0, share }
}

function toReserves(pool: PoolState): readonly [number, number] | null {
  if ('liquidity' in pool) {
    const root = Number(pool.sqrtPriceX96) / q96
    const liquidity = Number(pool.liquidity)
    return [liquidity / root, liquidity * root]
  }
  if (!('reserve0' in pool) || (pool.kind === 'solidly' && pool.isStable)) return null
  return [Number(pool.reserve0), Number(pool.reserve1)]
}

/** Returns the share of the input that is left after the fees. */
function toShare(pool: PoolState, isZeroForOne: boolean): number {
  const protocolFee = pool.kind === 'v4' ? (pool.protocolFees[isZeroForOne ? 0 : 1] ?? 0) : 0
  return (1 - protocolFee / million) * (1 - ('fee' in pool ? Number(pool.fee) : 0) / million)
}

/** Leg with its pool's curve at the current price, `out(x) = factor * x / (1 + slope * x)`. NaN for other curves. */
export type CurvedLeg = Leg & { readonly factor: number; readonly slope: number }

// Lists the fields because spreading legs of different shapes is slow.
export function toCurvedLeg({ pool, tokenIn, tokenOut }: Leg): CurvedLeg {
  const curve = toVirtualPair(pool, tokenIn, tokenOut)
  const slope = curve === null ? Number.NaN : curve.share / curve.reserveIn
  return { pool, tokenIn, tokenOut, factor: slope * (curve?.reserveOut ?? Number.NaN), slope }
}

/** `out(x) = a * x / (1 + c * x)`: the curve of any path of constant-product pools. */
export type Composed = { readonly a: number; readonly c: number }

/**
 * Composes a path of constant-product pools to one curve, with transfer taxes. Returns null if a pool has another curve.
 * Composing `a2 y / (1 + c2 y)` with `y = a x / (1 + c x)` gives a curve of the same form.
 *
 * @param start index of the first leg; cycles can start at any leg
 */
export function composeLegs(legs: readonly CurvedLeg[], taxes: TokenTaxes, start = 0): Composed | null {
  let [a, c] = [1, 0]
  for (let index = 0; index < legs.length; index++) {
    const leg = legs[(start + index) % legs.length]
    if (leg === undefined || Number.isNaN(leg.slope)) return null
    const afterSellTax = 1 - (taxes.get(leg.tokenIn)?.sellBps ?? 0) / 10_000
    const afterBuyTax = 1 - (taxes.get(leg.tokenOut)?.buyBps ?? 0) / 10_000
    c += afterSellTax * leg.slope * a
    a *= afterSellTax * leg.factor * afterBuyTax
  }
  return { a, c }
}

/** Returns the input that maximizes `out(x) - x`: `(sqrt(a) - 1) / c`. Returns 0 if no input is profitable. */
export function computePeak({ a, c }: Composed): number {
  return a > 1 && c > 0 ? (Math.sqrt(a) - 1) / c : 0
}
