import { computeIntegerRoot } from '../integerRoot.ts'
import { type CryptoCurve, computeByNewton, toBounds, unit } from './cryptoswapMath.ts'

/** The balance, and the start value of the next invariant's iteration (0 if Newton's method computed the balance). */
export type CubicRoot = { readonly y: bigint; readonly k0: bigint }

/*
 * -NG's closed form for a balance: solves the cubic a K**3 + b K**2 + c K + d for the product K0 by cube roots. Every term
 * is divided in the contract's order (`get_y` of CurveCryptoMathOptimized2 and 3). Null means that the contract reverts.
 */

type Cubic = { readonly a: bigint; readonly b: bigint; readonly c: bigint; readonly d: bigint }

const absolute = (value: bigint) => (value < 0n ? -value : value)
export const minimum = (a: bigint, b: bigint) => (a < b ? a : b)

/** Computes `get_y` of the -NG pools of two coins. */
export function computeRootOfTwo(
  curve: CryptoCurve,
  balances: readonly bigint[],
  invariant: bigint,
  j: number,
): CubicRoot | null {
  const x = balances[1 - j] as bigint
  if (x === 0n) return null
  const { given, result } = toBounds(curve, 2)
  const share = (2n * unit * x) / invariant
  if (share < given.least || share > given.most) return null
  const cubic = reduceOfTwo(toCubicOfTwo(curve, x, invariant))
  if (!cubic) return null
  const { a, b, c, d } = cubic
  const delta0 = (3n * a * c) / b - b
  const delta1 = 3n * delta0 + b - (((27n * a ** 2n) / b) * d) / b
  const root = computeSquareRoot(delta1 ** 2n + ((4n * delta0 ** 2n) / b) * delta0)
  if (root === null) return toNewton(curve, balances, invariant, j)
  const c1 = computeC1(b, delta1, root)
  if (c1 === 0n) return null
  const k0 = (unit * c1 - unit * b - ((unit * b) / c1) * delta0) / (3n * a)
  const y = ((invariant ** 2n / x) * k0) / 4n / unit
  const fraction = (y * unit) / invariant
  return k0 < 0n || fraction < result.least || fraction > result.most ? null : { y, k0 }
}

function toCubicOfTwo({ amplification, gamma }: CryptoCurve, x: bigint, invariant: bigint): Cubic {
  const scaled = amplification * gamma ** 2n
  return {
    a: 10n ** 32n,
    b: (invariant * scaled) / 400_000_000n / x - 3n * 10n ** 32n - 2n * gamma * 10n ** 14n,
    c:
      3n * 10n ** 32n +
      4n * gamma * 10n ** 14n +
      gamma ** 2n / 10n ** 4n +
      (((4n * scaled) / 400_000_000n) * x) / invariant -
      (4n * scaled) / 400_000_000n,
    d: -((unit + gamma) ** 2n / 10n ** 4n),
  }
}

/** Divides the terms so that later squares fit into 256 bits. */
function reduceOfTwo({ a, b, c, d }: Cubic): Cubic | null {
  if (b === 0n) return null
  const delta0 = (3n * a * c) / b - b
  const delta1 = 3n * delta0 + b - (((27n * a ** 2n) / b) * d) / b
  const threshold = minimum(minimum(absolute(delta0), absolute(delta1)), a)
  const step = stepsOfTwo.find(([above]) => threshold > above)
  const divider = step ? step[1] : 1n
  const reduced = { a: a / divider, b: b / divider, c: c / divider, d: d / divider }
  return reduced.b === 0n || reduced.a === 0n ? null : reduced
}

const toSteps = (powers: readonly bigint[]) => powers.map((power) => [10n ** power, 10n ** (power - 18n)] as const)
const stepsOfTwo = toSteps([48n, 46n, 44n, 42n, 40n, 38n, 36n, 34n, 32n, 30n, 28n, 26n, 24n, 20n])
const stepsOfThree = toSteps([48n, 44n, 40n, 36n, 32n, 28n, 24n, 20n])

/** Computes `get_y` of the -NG pools of three coins. */
export function computeRootOfThree(
  curve: CryptoCurve,
  balances: readonly bigint[],
  invariant: bigint,
  j: number,
): CubicRoot | null {
  const others = balances.filter((_, index) => index !== j)
  const { given, result } = toBounds(curve, 3)
  const fractions = others.map((x) => (x * unit) / invariant)
  if (fractions.some((fraction) => fraction < given.least || fraction > given.most)) return null
  const [first = 1n, second = 1n] = others
  const cubic = reduceOfThree(toCubicOfThree(curve, [first, second], invariant))
  if (!cubic) return null
  const { a, b, c, d } = cubic
  const delta0 = (3n * a * c) / b - b
  const delta1 = (9n * a * c) / b - 2n * b - (((27n * a ** 2n) / b) * d) / b
  const root = computeSquareRoot(delta1 ** 2n + ((4n * delta0 ** 2n) / b) * delta0)
  if (root === null) return toNewton(curve, balances, invariant, j)
  const c1 = computeC1(b, delta1, root)
  if (c1 === 0n) return null
  const rootK0 = (b + (b * delta0) / c1 - c1) / 3n
  const y = ((((invariant ** 2n / 27n / second) * invariant) / first) * rootK0) / a
  const k0 = (unit * rootK0) / a
  const fraction = (y * unit) / invariant
  return y < 0n || k0 < 0n || fraction < result.least - 1n || fraction > result.most ? null : { y, k0 }
}

function toCubicOfThree(
  { amplification, gamma }: CryptoCurve,
  [first, second]: readonly [bigint, bigint],
  invariant: bigint,
): Cubic {
  const squared = gamma ** 2n
  return {
    a: 10n ** 36n / 27n,
    b:
      10n ** 36n / 9n +
      (2n * unit * gamma) / 27n -
      ((invariant ** 2n / first) * squared * amplification) / 729n / 10_000n / second,
    c:
      10n ** 36n / 9n +
      (gamma * (gamma + 4n * unit)) / 27n +
      (((squared * (first + second - invariant)) / invariant) * amplification) / 27n / 10_000n,
    d: (unit + gamma) ** 2n / 27n,
  }
}

function reduceOfThree({ a, b, c, d }: Cubic): Cubic | null {
  if (b === 0n) return null
  const delta = absolute((3n * a * c) / b - b)
  const divider = stepsOfThree.find(([above]) => delta > above)?.[1] ?? 1n
  if (absolute(a) > absolute(b)) {
    const more = absolute(a / b)
    const scale = (value: bigint) => (value * more) / divider
    return toNonZero({ a: scale(a), b: scale(b), c: scale(c), d: scale(d) })
  }
  const less = absolute(b / a)
  const scale = (value: bigint) => value / less / divider
  return toNonZero({ a: scale(a), b: scale(b), c: scale(c), d: scale(d) })
}

const toNonZero = (cubic: Cubic) => (cubic.a === 0n || cubic.b === 0n ? null : cubic)

function toNewton(curve: CryptoCurve, balances: readonly bigint[], invariant: bigint, j: number): CubicRoot | null {
  const y = computeByNewton(curve, balances, invariant, j)
  if (y === null) return null
  const { least, most } = toBounds(curve, 3).result
  const fraction = (y * unit) / invariant
  // Pools of two coins do not check this.
  return balances.length === 3 && (fraction < least || fraction > most) ? null : { y, k0: 0n }
}

/** Returns null if the argument is not positive, because the cubic then has three roots. */
function computeSquareRoot(value: bigint): bigint | null {
  return value > 0n ? computeIntegerRoot(value) : null
}

/** The product of the cube roots of b and of (delta1 ± root) / 2. */
function computeC1(b: bigint, delta1: bigint, root: bigint): bigint {
  const ofB = b < 0n ? -computeCubeRoot(-b) : computeCubeRoot(b)
  const second = delta1 > 0n ? computeCubeRoot((delta1 + root) / 2n) : -computeCubeRoot((root - delta1) / 2n)
  return ((ofB ** 2n / unit) * second) / unit
}

/** From here on the argument times 1e36, or 1e18, would overflow 256 bits. */
const largeArgument = 115792089237316195423570985008687907853269n

/**
 * Computes `cbrt` with 18 decimals. It uses seven iterations, starting at a power of two times 1.26 for each bit
 * above a multiple of three.
 */
export function computeCubeRoot(value: bigint): bigint {
  const [scaled, factor] =
    value >= largeArgument * unit
      ? [value, 10n ** 12n]
      : value >= largeArgument
        ? [value * unit, 10n ** 6n]
        : [value * unit * unit, 1n]
  if (scaled === 0n) return 0n
  const bits = BigInt(scaled.toString(2).length - 1)
  const remainder = bits % 3n
  let root = (2n ** (bits / 3n) * 1260n ** remainder) / 1000n ** remainder
  for (let round = 0; round < 7; round++) root = (2n * root + scaled / root ** 2n) / 3n
  return root * factor
}
