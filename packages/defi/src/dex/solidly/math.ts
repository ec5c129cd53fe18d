import type { SolidlyPool } from '../poolState.ts'
import { feeUnit } from '../uniswapV2/math.ts'
import { computeInvariant, scale, solveReserve } from './stableCurve.ts'

const wad = 10n ** 18n
const maxWord = (1n << 256n) - 1n

/** The fields of a pool that its curve uses. */
type SolidlyState = Pick<SolidlyPool, 'isStable' | 'solver' | 'reserve0' | 'reserve1' | 'units' | 'fee'>

/** The output of a swap, and the reserves after it. The fee leaves the pool. */
type SolidlySwap = { readonly amountOut: bigint; readonly reserve0: bigint; readonly reserve1: bigint }

/**
 * Computes a swap with the output and rounding of the pair's `getAmountOut`. Returns null if `getAmountOut` or `swap`
 * reverts: the invariant check (`K`) of a stable pair may reject the output of its own quote.
 */
export function computeSolidlySwap(pool: SolidlyState, isZeroForOne: boolean, amountIn: bigint): SolidlySwap | null {
  if (amountIn <= 0n) return null
  const charged = amountIn - (amountIn * BigInt(pool.fee)) / feeUnit
  if (charged <= 0n) return null
  const amountOut = pool.isStable
    ? computeStableOutput(pool, isZeroForOne, charged)
    : computeVolatileOutput(pool, isZeroForOne, charged)
  const reserveOut = isZeroForOne ? pool.reserve1 : pool.reserve0
  if (amountOut === null || amountOut === 0n || amountOut >= reserveOut) return null
  const [change0, change1] = isZeroForOne ? [charged, -amountOut] : [-amountOut, charged]
  const [reserve0, reserve1] = [pool.reserve0 + change0, pool.reserve1 + change1]
  const [before, after] = [toInvariant(pool, pool.reserve0, pool.reserve1), toInvariant(pool, reserve0, reserve1)]
  return before === null || after === null || after < before ? null : { amountOut, reserve0, reserve1 }
}

function computeVolatileOutput(pool: SolidlyState, isZeroForOne: boolean, charged: bigint): bigint | null {
  const [reserveIn, reserveOut] = isZeroForOne ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0]
  const product = charged * reserveOut
  return reserveIn === 0n || product > maxWord ? null : product / (reserveIn + charged)
}

function computeStableOutput(pool: SolidlyState, isZeroForOne: boolean, charged: bigint): bigint | null {
  const { solver, units, reserve0, reserve1 } = pool
  const scaled = scale(reserve0, reserve1, units)
  const invariant = scaled && computeInvariant(...scaled)
  if (scaled === null || invariant === null || charged * wad > maxWord) return null
  const [reserveIn, reserveOut] = isZeroForOne ? scaled : [scaled[1], scaled[0]]
  const [unitIn, unitOut] = isZeroForOne ? units : [units[1], units[0]]
  const left = solveReserve(solver, reserveIn + (charged * wad) / unitIn, invariant, reserveOut, units)
  return left === null || left > reserveOut ? null : ((reserveOut - left) * unitOut) / wad
}

/** The contract's `_k`, or null if it overflows 256 bits. */
function toInvariant({ isStable, units }: SolidlyState, reserve0: bigint, reserve1: bigint): bigint | null {
  if (!isStable) return reserve0 * reserve1 > maxWord ? null : reserve0 * reserve1
  const scaled = scale(reserve0, reserve1, units)
  return scaled && computeInvariant(...scaled)
}
