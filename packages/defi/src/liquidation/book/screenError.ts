/** Half the distance from 1 to the next double: most that rounding to nearest is off, in relation. */
const unit = 2 ** -53
/**
 * Roundings besides those of adding up: one when a stored amount becomes a double, one of its product with the weight,
 * a few in the comparisons, one of the health factor's 18 decimals; the rest is left to the weight's own arithmetic.
 */
const roundings = 64

/**
 * How far a float sum of a `Screen` may be off what the contract computes, in relation to the sum, beside the slack of
 * each term: contract ∈ [sum · (1 - error) - terms · slack, sum · (1 + error) + terms · slack].
 *
 * Proof: each term goes through at most `roundings + terms - 1` roundings (amount, weight, product, and every addition
 * after it), so it is off by a factor within 1 ± γ, γ = k·u / (1 - k·u), k = `roundings + terms` (Higham, Accuracy and
 * Stability of Numerical Algorithms, lemma 3.1 and eq. 3.3; conversion of a bigint to a double rounds to nearest). No
 * term is negative, so the sum is off by the same factor at most. The contract differs from the real sum by
 * `relativeError` of it, whence (1 + relativeError) / (1 - k·u) - 1, which bounds the other side as well.
 */
export function computeScreenError(terms: number, relativeError: number): number {
  const rounding = (roundings + terms) * unit
  return (relativeError + rounding) / (1 - rounding)
}
