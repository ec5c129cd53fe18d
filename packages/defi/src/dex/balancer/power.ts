/*
 * x ** y = e ** (y * ln x) with 18 decimals, by the series of `LogExpMath` (Balancer v2 and v3). Both Solidity's signed
 * division and BigInt's round toward zero.
 */

const one18 = 10n ** 18n
const one20 = 10n ** 20n
const one36 = 10n ** 36n

/** Outside these limits the exponential overflows 256 bits or has fewer than 18 decimals. */
const maxExponent = 130n * one18
const minExponent = -41n * one18
const maxPowerExponent = 2n ** 254n / one20

/** Powers of e without decimals. The exponents, 2 ** 7 and 2 ** 6, have 18 decimals. */
const wholeTerms: readonly (readonly [exponent: bigint, value: bigint])[] = [
  [128n * one18, 38877084059945950922200000000000000000000000000000000000n],
  [64n * one18, 6235149080811616882910000000n],
]

/** e ** 2 ** k for k from 5 down to -4. Exponents and values have 20 decimals. */
const terms: readonly (readonly [exponent: bigint, value: bigint])[] = [
  [32n * one20, 7896296018268069516100000000000000n],
  [16n * one20, 888611052050787263676000000n],
  [8n * one20, 298095798704172827474000n],
  [4n * one20, 5459815003314423907810n],
  [2n * one20, 738905609893065022723n],
  [one20, 271828182845904523536n],
  [one20 / 2n, 164872127070012814685n],
  [one20 / 4n, 128402541668774148407n],
  [one20 / 8n, 113314845306682631683n],
  [one20 / 16n, 106449445891785942956n],
]

/** The exponential needs no term smaller than a quarter because its series converges from there. */
const exponentialTerms = terms.slice(0, 8)

/**
 * Computes `LogExpMath.pow`. Returns null if the contract reverts because an argument or the product is out of
 * bounds.
 */
export function computePower(x: bigint, y: bigint): bigint | null {
  if (y === 0n) return one18
  if (x === 0n) return 0n
  if (x >> 255n !== 0n || y >= maxPowerExponent) return null
  const exponent = computeLogarithmTimes(x, y) / one18
  return exponent < minExponent || exponent > maxExponent ? null : computeExponential(exponent)
}

/** ln x * y, with 36 decimals. Close to 1, the logarithm itself has 36 decimals and is multiplied in two parts. */
function computeLogarithmTimes(x: bigint, y: bigint): bigint {
  const isNearOne = x > one18 - one18 / 10n && x < one18 + one18 / 10n
  if (!isNearOne) return computeLogarithm(x) * y
  const logarithm = computeLogarithmNearOne(x)
  return (logarithm / one18) * y + ((logarithm % one18) * y) / one18
}

function computeExponential(exponent: bigint): bigint {
  if (exponent < 0n) return one36 / computeExponential(-exponent)
  let rest = exponent
  let whole = 1n
  for (const [step, value] of wholeTerms) {
    if (rest < step) continue
    rest -= step
    whole = value
    break
  }
  rest *= 100n
  let product = one20
  for (const [step, value] of exponentialTerms) {
    if (rest < step) continue
    rest -= step
    product = (product * value) / one20
  }
  let sum = one20 + rest
  let term = rest
  for (let n = 2n; n <= 12n; n++) {
    term = (term * rest) / one20 / n
    sum += term
  }
  return (((product * sum) / one20) * whole) / 100n
}

function computeLogarithm(x: bigint): bigint {
  if (x < one18) return -computeLogarithm(one36 / x)
  let rest = x
  let sum = 0n
  for (const [step, value] of wholeTerms) {
    if (rest < value * one18) continue
    rest /= value
    sum += step
  }
  rest *= 100n
  sum *= 100n
  for (const [step, value] of terms) {
    if (rest < value) continue
    rest = (rest * one20) / value
    sum += step
  }
  return (sum + computeAreaTangent(rest, one20, 11n)) / 100n
}

const computeLogarithmNearOne = (x: bigint) => computeAreaTangent(x * one18, one36, 15n)

/** ln a = 2 artanh z with z = (a - 1) / (a + 1): z + z**3 / 3 + … up to the power `last`. */
function computeAreaTangent(a: bigint, unit: bigint, last: bigint): bigint {
  const z = ((a - unit) * unit) / (a + unit)
  const squared = (z * z) / unit
  let power = z
  let sum = z
  for (let n = 3n; n <= last; n += 2n) {
    power = (power * squared) / unit
    sum += power / n
  }
  return sum * 2n
}
