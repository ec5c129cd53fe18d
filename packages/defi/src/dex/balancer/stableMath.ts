import { divUp } from './fixedPoint.ts'

/** Factor by which amplifications are multiplied. */
export const amplificationPrecision = 1_000n

const maxRounds = 255

/**
 * Returns the invariant of v2's stable pools from before June 2022, rounded up (`StableMath._calculateInvariant(…,
 * true)`). Later v2 pools and v3 use Curve's own iteration.
 */
export function computeInvariantUp(balances: readonly bigint[], amplification: bigint): bigint | null {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, balance) => total + balance, 0n)
  const [first = 0n, ...others] = balances
  if (sum === 0n || balances.includes(0n)) return null
  const annual = amplification * n
  let invariant = sum
  for (let round = 0; round < maxRounds; round++) {
    let product = first * n
    for (const balance of others) product = divUp(product * balance * n, invariant)
    const above = n * invariant * invariant + divUp(annual * sum * product, amplificationPrecision)
    const below = (n + 1n) * invariant + ((annual - amplificationPrecision) * product) / amplificationPrecision
    if (below <= 0n) return null
    const next = divUp(above, below)
    const difference = next - invariant
    invariant = next
    if (difference >= -1n && difference <= 1n) return invariant
  }
  return null
}

/**
 * Returns the balance of one token that keeps the invariant, rounded up. The other balances in `balances` are already
 * changed. v2 divides before it multiplies by the amplification's precision, and v3 divides after.
 */
export function computeStableBalance(
  balances: readonly bigint[],
  { amplification, invariant, index, version }: StableBalance,
): bigint | null {
  const n = BigInt(balances.length)
  const annual = amplification * n
  const balance = balances[index] as bigint
  const [first = 0n, ...others] = balances
  let product = first * n
  for (const other of others) product = (product * other * n) / invariant
  const sum = balances.reduce((total, other) => total + other, 0n) - balance
  if (product === 0n || annual <= 0n) return null
  const squared = invariant * invariant
  const [c, share] =
    version === 2
      ? [
          divUp(squared, annual * product) * amplificationPrecision * balance,
          (invariant / annual) * amplificationPrecision,
        ]
      : [
          divUp(squared * amplificationPrecision, annual * product) * balance,
          (invariant * amplificationPrecision) / annual,
        ]
  return iterateBalance(invariant, c, sum + share)
}

type StableBalance = {
  readonly amplification: bigint
  readonly invariant: bigint
  readonly index: number
  readonly version: 2 | 3
}

function iterateBalance(invariant: bigint, c: bigint, b: bigint): bigint | null {
  let balance = divUp(invariant * invariant + c, invariant + b)
  for (let round = 0; round < maxRounds; round++) {
    const below = balance * 2n + b - invariant
    if (below <= 0n) return null
    const next = divUp(balance * balance + c, below)
    const difference = next - balance
    balance = next
    if (difference >= -1n && difference <= 1n) return balance
  }
  return null
}
