import type { SolidlySolver } from '../poolState.ts'

const wad = 10n ** 18n
const maxWord = (1n << 256n) - 1n
const iterations = 255

/**
 * Returns the invariant x³y + xy³ of two amounts with 18 decimals, or null if the contract overflows 256 bits. Same as
 * `_k` in the pairs of Solidly and Velodrome, for scaled amounts.
 */
export function computeInvariant(x: bigint, y: bigint): bigint | null {
  const [xy, xx, yy] = [x * y, x * x, y * y]
  const product = (xy / wad) * (xx / wad + yy / wad)
  return fits(xy, xx, yy, product) ? product / wad : null
}

/**
 * Returns the reserve `y` that satisfies the invariant at `x`, or null if the contract reverts. Newton's method
 * starting at `y`, with the rounding of the given solver.
 *
 * @param units 10 ** decimals of the pool's tokens, in the pool's order
 */
export function solveReserve(
  solver: SolidlySolver,
  x: bigint,
  invariant: bigint,
  y: bigint,
  units: readonly [bigint, bigint],
): bigint | null {
  if (solver === 'solidly') return solveBySolidly(x, invariant, y)
  const isBeyond = (reserve: bigint): boolean | null => {
    // The solver of 2023 scales amounts by the decimals that are already scaled.
    const scaled = solver === 'superchain' ? [x, reserve] : scale(x, reserve, units)
    const value = scaled && computeInvariant(scaled[0] as bigint, scaled[1] as bigint)
    return value === null ? null : value > invariant
  }
  return solveByVelodrome(x, invariant, y, isBeyond)
}

/** Scales amounts to 18 decimals. Returns null if the contract overflows 256 bits. */
export function scale(
  x: bigint,
  y: bigint,
  [unitX, unitY]: readonly [bigint, bigint],
): readonly [bigint, bigint] | null {
  if (unitX <= 0n || unitY <= 0n) return null
  return fits(x * wad, y * wad) ? [(x * wad) / unitX, (y * wad) / unitY] : null
}

/** Stops at the first step of at most one unit, like the contract. */
function solveBySolidly(x: bigint, invariant: bigint, start: bigint): bigint | null {
  let y = start
  for (let i = 0; i < iterations; i++) {
    const value = computeSolidlyValue(x, y)
    const step = value === null ? null : computeStep(x, invariant, y, value)
    if (step === null || y + step < 0n) return null
    y += step
    if (step >= -1n && step <= 1n) return y
  }
  return y
}

/** Returns the least `y` that reaches the invariant, or its neighbor if `isBeyond` is inexact, like the contract. */
function solveByVelodrome(
  x: bigint,
  invariant: bigint,
  start: bigint,
  isBeyond: (y: bigint) => boolean | null,
): bigint | null {
  let y = start
  for (let i = 0; i < iterations; i++) {
    const next = stepVelodrome(x, invariant, y, isBeyond)
    if (next === null || next.y < 0n) return null
    if (next.isSolved) return next.y
    y = next.y
  }
  return null
}

function stepVelodrome(
  x: bigint,
  invariant: bigint,
  y: bigint,
  isBeyond: (y: bigint) => boolean | null,
): { readonly y: bigint; readonly isSolved: boolean } | null {
  const value = computeInvariant(x, y)
  const step = value === null ? null : computeStep(x, invariant, y, value)
  if (value === null || step === null) return null
  if (step !== 0n) return { y: y + step, isSolved: false }
  if (value === invariant) return { y, isSolved: true }
  if (value < invariant) {
    const isSolved = isBeyond(y + 1n)
    return isSolved === null ? null : { y: y + 1n, isSolved }
  }
  const below = y === 0n ? null : computeInvariant(x, y - 1n)
  if (below === null) return null
  return below < invariant ? { y, isSolved: true } : { y: y - 1n, isSolved: false }
}

/** Solidly's first formula for x³y + xy³, which rounds after each product. */
function computeSolidlyValue(x: bigint, y: bigint): bigint | null {
  const [yy, xx] = [y * y, x * x]
  const [yyy, xxx] = [(yy / wad) * y, (xx / wad) * x]
  const [first, second] = [x * (yyy / wad), (xxx / wad) * y]
  return fits(yy, xx, yyy, xxx, first, second) ? first / wad + second / wad : null
}

/** Newton's step with the slope 3xy² + x³. Null if the contract overflows 256 bits or the slope is 0. */
function computeStep(x: bigint, invariant: bigint, y: bigint, value: bigint): bigint | null {
  const [yy, xx] = [y * y, x * x]
  const [first, second] = [3n * x * (yy / wad), (xx / wad) * x]
  const slope = first / wad + second / wad
  const distance = (invariant - value) * wad
  if (slope === 0n || !fits(yy, xx, first, second, distance < 0n ? -distance : distance)) return null
  // BigInt division rounds toward zero, like the contract's two branches.
  return distance / slope
}

/** Returns whether all values fit into the contract's 256 bits. */
function fits(a: bigint, b: bigint, c = 0n, d = 0n, e = 0n, f = 0n): boolean {
  return a <= maxWord && b <= maxWord && c <= maxWord && d <= maxWord && e <= maxWord && f <= maxWord
}
