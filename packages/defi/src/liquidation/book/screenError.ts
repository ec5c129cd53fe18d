/** Unit roundoff: half the distance from 1 to the next double. */
const unit = 2 ** -53
/**
 * Upper bound for roundings other than additions: one for converting the amount to a double, one for the product with the
 * weight, a few in comparisons, one for the health factor's 18 decimals, and the rest for computing the weight.
 */
const roundings = 64

/**
 * Returns the maximum relative error of a float sum of a `Screen`, in addition to the slack of each term:
 * contract ∈ [sum · (1 - error) - terms · slack, sum · (1 + error) + terms · slack].
 *
 * Proof: each term goes through at most `roundings + terms - 1` roundings (amount, weight, product, and every addition
 * after it), so it is off by a factor within 1 ± γ, γ = k·u / (1 - k·u), k = `roundings + terms` (Higham, Accuracy and
 * Stability of Numerical Algorithms, lemma 3.1 and eq. 3.3; conversion of a bigint to a double rounds to nearest). No
 * term is negative, so the sum is off by at most the same factor. The contract differs from the real sum by a share of
 * `relativeError`. This gives (1 + relativeError) / (1 - k·u) - 1, which bounds the other side as well.
 */
export function computeScreenError(terms: number, relativeError: number): number {
  const rounding = (roundings + terms) * unit
  return (relativeError + rounding) / (1 - rounding)
}
