import type { CryptoswapPool } from '../poolState.ts'

/*
 * The curve of CryptoSwap (Curve v2 paper; `CurveCryptoMath3`, `CurveCryptoSwap2`, `CurveCryptoMathOptimized2/3`), in 18
 * decimals. Null means that the contract reverts.
 */

export type CryptoCurve = {
  /** A * n ** n * 10000. */
  readonly amplification: bigint
  readonly gamma: bigint
  readonly generation: CryptoswapPool['generation']
}

export const unit = 10n ** 18n
const amplificationUnit = 10_000n
const maxRounds = 255
/** Above this gamma, -NG pools of two coins use narrower bounds for balances. */
const smallGamma = 2n * 10n ** 16n
const [minGamma, maxGammaOfTwo, maxGamma] = [10n ** 10n, 199n * 10n ** 15n, 5n * 10n ** 16n]

/** Returns whether the contract accepts the parameters and the invariant. */
export function isAccepted({ amplification, gamma, generation }: CryptoCurve, n: number, invariant: bigint): boolean {
  const nn = BigInt(n ** n) * amplificationUnit
  const [least, most] = n === 2 ? [nn / 10n, nn * (generation === 'ng' ? 1_000n : 100_000n)] : [nn / 100n, nn * 1_000n]
  const mostGamma = n === 3 ? maxGamma : generation === 'ng' ? maxGammaOfTwo : smallGamma
  if (amplification < least || amplification > most || gamma < minGamma || gamma > mostGamma) return false
  return invariant >= 10n ** 17n && invariant <= 10n ** 33n
}

/** The bounds of x * 1e18 / D that the contract accepts. */
type Bounds = { readonly least: bigint; readonly most: bigint }

/** Returns the bounds of the given balances and of the computed one. */
export function toBounds(
  { gamma, generation }: CryptoCurve,
  n: number,
): { readonly given: Bounds; readonly result: Bounds } {
  const wide = { least: 10n ** 16n, most: 10n ** 20n }
  if (n === 3 || generation !== 'ng') return { given: wide, result: wide }
  const limit = gamma > smallGamma ? (100n * unit * smallGamma) / gamma : 100n * unit
  // The contract checks 2 * x * 1e18 / D here.
  const narrow = { least: 10n ** 36n / limit, most: limit }
  return { given: narrow, result: { least: 10n ** 36n / 2n / limit, most: limit / 2n } }
}

const isWithin = (value: bigint, { least, most }: Bounds) => value >= least && value <= most

/**
 * Returns the x[j] that satisfies the invariant, by Newton's method. It is used for v1 pools, and for -NG pools if
 * the cubic equation has no real root.
 */
export function computeByNewton(
  curve: CryptoCurve,
  balances: readonly bigint[],
  invariant: bigint,
  j: number,
): bigint | null {
  const n = BigInt(balances.length)
  const others = balances.filter((_, index) => index !== j).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0))
  if (others.includes(0n)) return null
  const start = balances.length === 2 ? toStartOfTwo(others, invariant) : toStartOfThree(others, invariant)
  if (!isStartWithin(curve, others, invariant)) return null
  const limit = maximum(maximum((others[0] as bigint) / 10n ** 14n, invariant / 10n ** 14n), 100n)
  const sum = others.reduce((total, balance) => total + balance, 0n)
  let y = start.y
  for (let round = 0; round < maxRounds; round++) {
    const previous = y
    const next = stepBalance(curve, { y, sum, invariant, k0: (start.k0 * y * n) / invariant })
    if (next === null) return null
    y = next.y
    if (next.isHalved) continue
    const difference = y > previous ? y - previous : previous - y
    if (difference < maximum(limit, y / 10n ** 14n)) return y
  }
  return null
}

/** D ** 2 / (4 x), and twice the share of x in D. */
const toStartOfTwo = ([x = 1n]: readonly bigint[], invariant: bigint) => ({
  y: invariant ** 2n / (x * 4n),
  k0: (2n * unit * x) / invariant,
})

/** The smaller balance divides first, and the larger one is first in the product. */
function toStartOfThree([large = 1n, small = 1n]: readonly bigint[], invariant: bigint) {
  const y = ((((invariant / 3n) * invariant) / (small * 3n)) * invariant) / (large * 3n)
  return { y, k0: (((unit * large * 3n) / invariant) * small * 3n) / invariant }
}

function isStartWithin(curve: CryptoCurve, others: readonly bigint[], invariant: bigint): boolean {
  const { given } = toBounds(curve, others.length + 1)
  if (others.length === 2) return others.every((x) => isWithin((x * unit) / invariant, given))
  const doubled = (2n * unit * (others[0] as bigint)) / invariant
  const bounds = curve.generation === 'ng' ? given : { least: 2n * given.least, most: 2n * given.most }
  return isWithin(doubled, bounds)
}

type BalanceStep = { readonly y: bigint; readonly sum: bigint; readonly invariant: bigint; readonly k0: bigint }

/**
 * Returns y after one iteration: y - f / f', with the divisions of `newton_y`. Halves y if the slope has the wrong
 * sign.
 */
function stepBalance({ amplification, gamma, generation }: CryptoCurve, { y, sum, invariant, k0 }: BalanceStep) {
  if (y === 0n || k0 === 0n) return null
  const s = sum + y
  const g = distanceFrom(k0, gamma)
  const mul1 = (((((unit * invariant) / gamma) * g) / gamma) * g * amplificationUnit) / amplification
  const mul2 = generation === 'v1Unchecked' ? (unit + 2n * unit * k0) / g : unit + (2n * unit * k0) / g
  const slope = unit * y + s * mul2 + mul1 - invariant * mul2
  const half = { y: y / 2n, isHalved: true } as const
  if (slope < 0n) return half
  const fprime = slope / y
  if (fprime === 0n) return null
  const part = mul1 / fprime
  const minus = part + (unit * s) / fprime
  const plus = (slope + unit * invariant) / fprime + (part * unit) / k0
  // Unlike above, the contract compares the halved value with the last one.
  return { y: plus < minus ? y / 2n : plus - minus, isHalved: false } as const
}

/** Returns |gamma + 1 - K0| + 1, with 18 decimals. */
export const distanceFrom = (k0: bigint, gamma: bigint) =>
  gamma + unit > k0 ? gamma + unit - k0 + 1n : k0 - gamma - unit + 1n

export const maximum = (a: bigint, b: bigint) => (a > b ? a : b)

/**
 * Returns the fee in units of 1e-10: `mid` at equal balances, `out` far from them (`_fee`). f = gamma / (gamma + 1 -
 * K), where K is the product of the balances divided by that of equal balances.
 */
export function computeCryptoFee(
  balances: readonly bigint[],
  { mid, out, gamma }: { readonly mid: bigint; readonly out: bigint; readonly gamma: bigint },
): bigint | null {
  const sum = balances.reduce((total, balance) => total + balance, 0n)
  if (sum === 0n) return null
  const n = BigInt(balances.length)
  const product =
    n === 2n
      ? (((4n * unit * (balances[0] as bigint)) / sum) * (balances[1] as bigint)) / sum
      : balances.reduce((k, balance) => (k * n * balance) / sum, unit)
  const below = gamma + unit - product
  if (below <= 0n) return null
  const share = gamma > 0n || n === 2n ? (gamma * unit) / below : product
  return (mid * share + out * (unit - share)) / unit
}
