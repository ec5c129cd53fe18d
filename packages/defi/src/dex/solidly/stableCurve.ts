import type { SolidlySolver } from '../poolState.ts'

const wad = 10n ** 18n
const maxWord = (1n << 256n) - 1n
const iterations = 255

/**
 * The invariant x³y + xy³ of two amounts with 18 decimals; null where the contract's 256 bits overflow. `_k` of Solidly's pairs
 * and of Velodrome's pools, once the amounts are scaled.
 */
export function computeInvariant(x: bigint, y: bigint): bigint | null {
  const [xy, xx, yy] = [x * y, x * x, y * y]
  const product = (xy / wad) * (xx / wad + yy / wad)
  return fits(xy, xx, yy, product) ? product / wad : null
}

/**
 * The reserve `y` at which the curve of `invariant` has `x`, by Newton's method from `y` on, with the roundings of the contract
 * that solves it; null where that reverts.
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
    // The solver of 2023 scales by the decimals once more what is scaled already.
    const scaled = solver === 'superchain' ? [x, reserve] : scale(x, reserve, units)
    const value = scaled && computeInvariant(scaled[0] as bigint, scaled[1] as bigint)
    return value === null ? null : value > invariant
  }
  return solveByVelodrome(x, invariant, y, isBeyond)
}

/** Amounts with 18 decimals; null where the contract's 256 bits overflow. */
export function scale(
  x: bigint,
  y: bigint,
  [unitX, unitY]: readonly [bigint, bigint],
): readonly [bigint, bigint] | null {
  if (unitX <= 0n || unitY <= 0n) return null
  return fits(x * wad, y * wad) ? [(x * wad) / unitX, (y * wad) / unitY] : null
}

/** Ends where a step is at most one, wherever that is. */
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

/** Ends at the least `y` whose invariant is reached, or at the one next to it where `isBeyond` is not exact. */
function solveByVelodrome(
  x: bigint,
  invariant: bigint,
  start: bigint,
  isBeyond: (y: bigint) => boolean | null,
): bigint | null {
  let y = start
  for (let i = 0; i < iterations; i++) {
    const value = computeInvariant(x, y)
    let step = value === null ? null : computeStep(x, invariant, y, value)
    if (value === null || step === null) return null
    if (step === 0n) {
      if (value === invariant) return y
      if (value < invariant) {
        const beyond = isBeyond(y + 1n)
        if (beyond === null) return null
        if (beyond) return y + 1n
        step = 1n
      } else {
        const below = y === 0n ? null : computeInvariant(x, y - 1n)
        if (below === null) return null
        if (below < invariant) return y
        step = -1n
      }
    }
    y += step
    if (y < 0n) return null
  }
  return null
}

/** Solidly's first form of x³y + xy³, which rounds after each product. */
function computeSolidlyValue(x: bigint, y: bigint): bigint | null {
  const [yy, xx] = [y * y, x * x]
  const [yyy, xxx] = [(yy / wad) * y, (xx / wad) * x]
  const [first, second] = [x * (yyy / wad), (xxx / wad) * y]
  return fits(yy, xx, yyy, xxx, first, second) ? first / wad + second / wad : null
}

/** By the slope 3xy² + x³; null where the contract's 256 bits overflow, or the slope is 0. */
function computeStep(x: bigint, invariant: bigint, y: bigint, value: bigint): bigint | null {
  const [yy, xx] = [y * y, x * x]
  const [first, second] = [3n * x * (yy / wad), (xx / wad) * x]
  const slope = first / wad + second / wad
  const distance = (invariant - value) * wad
  if (slope === 0n || !fits(yy, xx, first, second, distance < 0n ? -distance : distance)) return null
  // BigInt division rounds towards zero, as the contract does on either side.
  return distance / slope
}

/** Whether the contract's 256 bits hold all of them. */
function fits(a: bigint, b: bigint, c = 0n, d = 0n, e = 0n, f = 0n): boolean {
  return a <= maxWord && b <= maxWord && c <= maxWord && d <= maxWord && e <= maxWord && f <= maxWord
}
