/** Swap of an exact input through one constant-product pair. */
export type PairVictim = {
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  /** Millionths of the input. */
  readonly fee: number
  readonly amountIn: bigint
  /** Minimum output that the victim accepts. */
  readonly minAmountOut: bigint
}

/** Input of the attacker's purchase before the victim, and output of the sale after the victim, before gas. */
export type SandwichSize = { readonly frontAmountIn: bigint; readonly backAmountOut: bigint }

const unit = 1_000_000n
const maxSteps = 40

/**
 * Returns the most profitable front amount around a swap through one pair that leaves the victim at least its minimum.
 *
 * Let `a` and `b` be the reserves, `g` the share of the input after the fee, `v` the victim's input, `m` its minimum output and
 * `x` the front. The victim receives `g v a b / ((a + g x)(a + x + g v))`. Setting this to the minimum gives a quadratic equation
 * in `x`, whose root bounds the front. The sale returns `g^2 x (a + v + x)(a + g v + x) / (a (a + x) + g^2 x (a + g v + x))`,
 * which does not depend on `b`. If its excess over `x` peaks below the bound, the peak is used. Both are computed in floating
 * point. The amount is then checked with the pair's integer math and reduced until the victim's swap succeeds.
 *
 * @example
 * computePairSandwich({ reserveIn: 10n ** 21n, reserveOut: 10n ** 24n, fee: 3000, amountIn: 10n ** 19n, minAmountOut: 9n * 10n ** 21n })
 */
export function computePairSandwich(victim: PairVictim, maxAmountIn: bigint = victim.reserveIn): SandwichSize | null {
  if (!isValid(victim)) return null
  const curve = toCurve(victim)
  // Derivative at a front of zero. If it is negative, the fees exceed the victim's price impact.
  if (curve.g * curve.g * curve.s * curve.t <= curve.a * curve.a) return null
  const bound = Math.min(computeBound(curve, victim), Number(maxAmountIn))
  if (!(bound >= 1)) return null
  return settle(victim, BigInt(Math.floor(findFront(curve, bound))))
}

/** Checks the inputs, because the state of a pool may contain arbitrary values. */
function isValid({ reserveIn, reserveOut, fee, amountIn }: PairVictim): boolean {
  return reserveIn > 0n && reserveOut > 0n && amountIn > 0n && fee >= 0 && fee < Number(unit)
}

type Curve = { readonly a: number; readonly g: number; readonly s: number; readonly t: number }

function toCurve({ reserveIn, fee, amountIn }: PairVictim): Curve {
  const [a, g, v] = [Number(reserveIn), 1 - fee / 1e6, Number(amountIn)]
  return { a, g, s: a + v, t: a + g * v }
}

/** Returns the front at which the victim receives exactly its minimum: `g x^2 + (a + g t) x - slack = 0`. */
function computeBound({ a, g, t }: Curve, { reserveOut, amountIn, minAmountOut }: PairVictim): number {
  if (minAmountOut === 0n) return Number.POSITIVE_INFINITY
  const slack = (g * Number(amountIn) * a * Number(reserveOut)) / Number(minAmountOut) - a * t
  if (slack <= 0) return 0
  const linear = a + g * t
  // Form of the root without cancellation.
  return (2 * slack) / (linear + Math.sqrt(linear * linear + 4 * g * slack))
}

/** Returns the derivative of the attacker's profit. */
function computeSlope({ a, g, s, t }: Curve, x: number): number {
  const g2 = g * g
  const n = g2 * x * (s + x) * (t + x)
  const d = a * (a + x) + g2 * x * (t + x)
  const dn = g2 * (s * t + 2 * (s + t) * x + 3 * x * x)
  const dd = a + g2 * (t + 2 * x)
  return (dn * d - n * dd) / (d * d) - 1
}

/**
 * Returns the peak, or the bound if the profit still rises there. The bracket grows in steps, because a victim without a minimum
 * has an infinite bound.
 */
function findFront(curve: Curve, bound: number): number {
  let [low, high] = [0, Math.min(bound, curve.a / 64)]
  while (computeSlope(curve, high) > 0) {
    if (high >= bound) return bound
    ;[low, high] = [high, Math.min(bound, high * 8)]
  }
  return findPeak(curve, low, high)
}

/**
 * Returns the zero of the slope between `low` (positive slope) and `high` (negative slope), by the Illinois variant
 * of regula falsi.
 */
function findPeak(curve: Curve, low: number, high: number): number {
  let [left, right] = [low, high]
  let [atLeft, atRight] = [computeSlope(curve, low), computeSlope(curve, high)]
  for (let step = 0; step < maxSteps && right - left > 1e-7 * right; step++) {
    const x = (left * atRight - right * atLeft) / (atRight - atLeft)
    const slope = computeSlope(curve, x)
    if (slope > 0) {
      ;[left, atLeft] = [x, slope]
      atRight /= 2
    } else {
      ;[right, atRight] = [x, slope]
      atLeft /= 2
    }
    if (Math.abs(slope) < 1e-9) return x
  }
  return left
}

/** Reduces the front until the victim's minimum is met, with exact math. Returns null if the result is not profitable. */
function settle(victim: PairVictim, front: bigint): SandwichSize | null {
  const { reserveIn: a, reserveOut: b, fee, amountIn: v, minAmountOut } = victim
  const share = unit - BigInt(fee)
  let step = (front >> 44n) + 1n
  for (let x = front; x > 0n; x -= step, step *= 4n) {
    const bought = output(a, b, share, x)
    const [a1, b1] = [a + x, b - bought]
    const paid = output(a1, b1, share, v)
    if (paid < minAmountOut || bought === 0n) continue
    const back = output(b1 - paid, a1 + v, share, bought)
    return back > x ? { frontAmountIn: x, backAmountOut: back } : null
  }
  return null
}

/** Equals `UniswapV2Library.getAmountOut`. */
function output(reserveIn: bigint, reserveOut: bigint, share: bigint, amountIn: bigint): bigint {
  const charged = amountIn * share
  return (charged * reserveOut) / (reserveIn * unit + charged)
}
