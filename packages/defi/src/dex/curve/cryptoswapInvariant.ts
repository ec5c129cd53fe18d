import { computeIntegerRoot } from '../integerRoot.ts'
import { computeCubeRoot, minimum } from './cryptoswapCubic.ts'
import { type CryptoCurve, distanceFrom, maximum, unit } from './cryptoswapMath.ts'

const maxRounds = 255

/**
 * Returns D for balances in 18 decimals, by the iteration of `newton_D`, or null if the contract reverts.
 *
 * @param k0 the start value from the last balance's root in -NG pools; 0 if there is none
 */
export function computeCryptoInvariant(curve: CryptoCurve, balances: readonly bigint[], k0: bigint): bigint | null {
  const x = balances.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0))
  if (x.includes(0n) || !isRangeAccepted(curve, x)) return null
  let invariant = toStart(curve, x, k0)
  if (invariant === null) return null
  for (let round = 0; round < maxRounds; round++) {
    const next: bigint | null = invariant > 0n ? stepInvariant(curve, x, invariant) : null
    if (next === null) return null
    const difference: bigint = next > invariant ? next - invariant : invariant - next
    invariant = next
    if (difference * 10n ** 14n < maximum(10n ** 16n, invariant)) return isSpreadAccepted(curve, x, next) ? next : null
  }
  return null
}

/** Checks the balances like the contracts. For three -NG coins the contract's checks have no effect. */
function isRangeAccepted({ generation }: CryptoCurve, x: readonly bigint[]): boolean {
  if (x.length === 3 && generation === 'ng') return true
  const [largest = 0n, ...others] = x
  if (largest < 10n ** 9n || largest > 10n ** 33n) return false
  const least = x.length === 2 ? 10n ** 14n : 10n ** 11n
  return others.every((balance) => (balance * unit) / largest >= least)
}

function isSpreadAccepted({ generation }: CryptoCurve, x: readonly bigint[], invariant: bigint): boolean {
  const [least, most] =
    x.length === 2 && generation === 'ng'
      ? [10n ** 16n / 2n, 10n ** 20n / 2n]
      : [x.length === 3 && generation === 'ng' ? 10n ** 16n - 1n : 10n ** 16n, 10n ** 20n]
  return x.every((balance) => {
    const fraction = (balance * unit) / invariant
    return fraction >= least && fraction <= most
  })
}

/** Returns the invariant of a constant product, or the start value from the last K0. */
function toStart({ generation }: CryptoCurve, x: readonly bigint[], k0: bigint): bigint | null {
  const [a = 0n, b = 0n, c = 0n] = x
  const n = BigInt(x.length)
  if (generation !== 'ng') {
    const mean = computeGeometricMean(x)
    return mean === null ? null : n * mean
  }
  const sum = a + b + c
  if (n === 2n) {
    if (k0 === 0n) return 2n * computeIntegerRoot(a * b)
    const start = computeIntegerRoot(((4n * a * b) / k0) * unit)
    return minimum(sum, start)
  }
  if (k0 === 0n) return 3n * computeCubeRoot((((a * b) / unit) * c) / unit)
  // The larger the sum, the more digits of the product are dropped before the root.
  const [given, back] =
    sum > 10n ** 36n ? [10n ** 36n, 10n ** 12n] : sum > 10n ** 24n ? [10n ** 24n, 10n ** 6n] : [unit, 1n]
  return computeCubeRoot(((((a * b) / given) * c) / k0) * 27n * back)
}

function stepInvariant({ amplification, gamma }: CryptoCurve, x: readonly bigint[], d: bigint): bigint | null {
  const n = BigInt(x.length)
  const sum = x.reduce((total, balance) => total + balance, 0n)
  const k0 =
    n === 2n
      ? (((4n * unit * (x[0] as bigint)) / d) * (x[1] as bigint)) / d
      : x.reduce((product, balance) => (product * balance * n) / d, unit)
  if (k0 === 0n) return null
  const g = distanceFrom(k0, gamma)
  const mul1 = (((((unit * d) / gamma) * g) / gamma) * g * 10_000n) / amplification
  const mul2 = (2n * unit * n * k0) / g
  const slope = sum + (sum * mul2) / unit + (mul1 * n) / k0 - (mul2 * d) / unit
  if (slope <= 0n) return null
  const plus = (d * (slope + sum)) / slope
  const part = (d * (mul1 / slope)) / unit
  const change = k0 < unit ? (part * (unit - k0)) / k0 : -((part * (k0 - unit)) / k0)
  const minus = (d * d) / slope + change
  if (minus < 0n) return null
  return plus > minus ? plus - minus : (minus - plus) / 2n
}

/** `geometric_mean` of the first generation, by its own iteration. */
function computeGeometricMean(sorted: readonly bigint[]): bigint | null {
  const n = BigInt(sorted.length)
  const [a = 0n, b = 0n] = sorted
  let mean = a
  for (let round = 0; round < maxRounds; round++) {
    if (mean === 0n) return null
    const previous: bigint = mean
    if (n === 2n) mean = (mean + (a * b) / mean) / 2n
    else {
      const ratio = sorted.reduce((product, balance) => (product * balance) / previous, unit)
      mean = (mean * ((n - 1n) * unit + ratio)) / (n * unit)
    }
    const difference = mean > previous ? mean - previous : previous - mean
    if (difference <= 1n || difference * unit < mean) return mean
  }
  return null
}
