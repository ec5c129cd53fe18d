import type { PoolState } from '@outrigger/defi/internal'
import type { Address } from 'viem'
import type { Leg } from './leg.ts'
import type { TokenTaxes } from './tokenTaxes.ts'

/**
 * A constant-product curve in floating point: `out(x) = reserveOut * share * x / (reserveIn + share * x)`. `share` is what
 * the fee leaves of the input.
 */
export type VirtualPair = { readonly reserveIn: number; readonly reserveOut: number; readonly share: number }

const million = 1_000_000
const q96 = 2 ** 96

/**
 * The constant-product curve that a pool follows at its price: a pair's is its own; concentrated liquidity follows one
 * within its tick range, with the virtual reserves `L / sqrt(P)` and `L * sqrt(P)` (Uniswap V3's whitepaper, 6.2). Null for
 * other curves.
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
  switch (pool.kind) {
    case 'pair':
      return [Number(pool.reserve0), Number(pool.reserve1)]
    case 'solidly':
      return pool.isStable ? null : [Number(pool.reserve0), Number(pool.reserve1)]
    case 'ticks':
    case 'v4': {
      const root = Number(pool.sqrtPriceX96) / q96
      const liquidity = Number(pool.liquidity)
      return [liquidity / root, liquidity * root]
    }
    default:
      return null
  }
}

function toShare(pool: PoolState, isZeroForOne: boolean): number {
  switch (pool.kind) {
    case 'pair':
    case 'ticks':
      return 1 - pool.fee / million
    case 'v4':
      return (1 - (pool.protocolFees[isZeroForOne ? 0 : 1] ?? 0) / million) * (1 - pool.fee / million)
    case 'solidly':
      return 1 - pool.fee / million
    default:
      return 1
  }
}

/** A leg with the curve that its pool follows at its price, `out(x) = factor * x / (1 + slope * x)`; NaN for other curves. */
export type CurvedLeg = Leg & { readonly factor: number; readonly slope: number }

// Field by field: spreading takes most of the time, since legs come in several forms.
export function toCurvedLeg({ pool, tokenIn, tokenOut }: Leg): CurvedLeg {
  const curve = toVirtualPair(pool, tokenIn, tokenOut)
  const slope = curve === null ? Number.NaN : curve.share / curve.reserveIn
  return { pool, tokenIn, tokenOut, factor: slope * (curve?.reserveOut ?? Number.NaN), slope }
}

/** `out(x) = a * x / (b + c * x)`: what any path of constant-product curves comes to. */
export type Composed = { readonly a: number; readonly b: number; readonly c: number }

/**
 * A path of constant-product pools as one curve, with transfer taxes; null where a pool follows another curve. Composing
 * `a2 y / (b2 + c2 y)` with `y = a x / (b + c x)` gives a curve of the same form again.
 *
 * @param start the leg to begin with: of a cycle any
 */
export function composeLegs(legs: readonly CurvedLeg[], taxes: TokenTaxes, start = 0): Composed | null {
  let [a, c] = [1, 0]
  for (let index = 0; index < legs.length; index++) {
    const leg = legs[(start + index) % legs.length]
    if (leg === undefined || Number.isNaN(leg.slope)) return null
    const kept = 1 - (taxes.get(leg.tokenIn)?.sellBps ?? 0) / 10_000
    const left = 1 - (taxes.get(leg.tokenOut)?.buyBps ?? 0) / 10_000
    // Scaled to a `b` of 1, so that products over many legs stay within what a double holds.
    c += kept * leg.slope * a
    a *= kept * leg.factor * left
  }
  return { a, b: 1, c }
}

/** The input at which `out(x) - x` is largest: `(sqrt(a b) - b) / c`; 0 where no input earns. */
export function computePeak({ a, b, c }: Composed): number {
  return a > b && c > 0 ? (Math.sqrt(a * b) - b) / c : 0
}
