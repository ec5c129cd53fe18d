export const maxUint64 = 2n ** 64n - 1n

/** Returns `factor · e^(numerator / denominator)` in integers, at most 2^64 - 1. Source: EIP-4844, `fake_exponential`. */
export function computeExponential(factor: bigint, numerator: bigint, denominator: bigint): bigint {
  let sum = 0n
  let term = factor * denominator
  for (let i = 1n; term > 0n; i++) {
    sum += term
    if (sum / denominator > maxUint64) return maxUint64
    term = (term * numerator) / (denominator * i)
  }
  return sum / denominator
}
