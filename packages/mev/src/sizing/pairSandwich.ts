/** A swap of an exact input through one pair of constant product, as seen from the attacker. */
export type PairVictim = {
  readonly reserveIn: bigint
  readonly reserveOut: bigint
  /** In millionths of the input. */
  readonly fee: number
  readonly amountIn: bigint
  /** The least that the victim accepts. */
  readonly minAmountOut: bigint
}

/** What the attacker buys with before the victim, and what the sale after it brings; before gas. */
export type SandwichSize = { readonly frontAmountIn: bigint; readonly backAmountOut: bigint }

const unit = 1_000_000n
const newtonSteps = 40

/**
 * The front amount that earns most of a swap through one pair, and leaves the victim at least its minimum.
 *
 * With reserves `a`, `b`, the share `g` that the fee leaves, a victim of `v` for at least `m` and a front of `x`, the victim
 * gets `g v a b / ((a + g x)(a + x + g v))`. At its minimum that is a quadratic in `x`. The sale brings
 * `g^2 x (a + v + x)(a + g v + x) / (a (a + x) + g^2 x (a + g v + x))`, which does not depend on `b`; where its excess over
 * `x` peaks earlier, the peak is taken. Both in floating point; the amount is then checked with the pair's own integers and
 * stepped down until the victim's swap holds.
 *
 * @example
 * computePairSandwich({ reserveIn: 10n ** 21n, reserveOut: 10n ** 24n, fee: 3000, amountIn: 10n ** 19n, minAmountOut: 9n * 10n ** 21n })
 */
export function computePairSandwich(victim: PairVictim, maxAmountIn: bigint = victim.reserveIn): SandwichSize | null {
  if (!isSound(victim)) return null
  const curve = toCurve(victim)
  // The derivative at no front at all: below that the fees take more than the victim moves.
  if (curve.g * curve.g * curve.s * curve.t <= curve.a * curve.a) return null
  const bound = Math.min(computeBound(curve, victim), Number(maxAmountIn))
  if (!(bound >= 1)) return null
  return settle(victim, BigInt(Math.floor(findFront(curve, bound))))
}

/** What a pool claims may be anything. */
function isSound({ reserveIn, reserveOut, fee, amountIn }: PairVictim): boolean {
  return reserveIn > 0n && reserveOut > 0n && amountIn > 0n && fee >= 0 && fee < Number(unit)
}

type Curve = { readonly a: number; readonly g: number; readonly s: number; readonly t: number }

function toCurve({ reserveIn, fee, amountIn }: PairVictim): Curve {
  const [a, g, v] = [Number(reserveIn), 1 - fee / 1e6, Number(amountIn)]
  return { a, g, s: a + v, t: a + g * v }
}

/** The front at which the victim gets exactly its minimum: `g x^2 + (a + g t) x - slack = 0`. */
function computeBound({ a, g, t }: Curve, { reserveOut, amountIn, minAmountOut }: PairVictim): number {
  if (minAmountOut === 0n) return Number.POSITIVE_INFINITY
  const slack = (g * Number(amountIn) * a * Number(reserveOut)) / Number(minAmountOut) - a * t
  if (slack <= 0) return 0
  const linear = a + g * t
  // The form of the root that does not cancel.
  return (2 * slack) / (linear + Math.sqrt(linear * linear + 4 * g * slack))
}

/** Derivative of what the attacker earns. */
function computeSlope({ a, g, s, t }: Curve, x: number): number {
  const g2 = g * g
  const n = g2 * x * (s + x) * (t + x)
  const d = a * (a + x) + g2 * x * (t + x)
  const dn = g2 * (s * t + 2 * (s + t) * x + 3 * x * x)
  const dd = a + g2 * (t + 2 * x)
  return (dn * d - n * dd) / (d * d) - 1
}

/** The peak, or the bound where it is not reached before. A bound far above the reserves (a victim that takes anything) is not searched as a whole. */
function findFront(curve: Curve, bound: number): number {
  let [low, high] = [0, Math.min(bound, curve.a / 64)]
  while (computeSlope(curve, high) > 0) {
    if (high >= bound) return bound
    ;[low, high] = [high, Math.min(bound, high * 8)]
  }
  return findPeak(curve, low, high)
}

/** Where the slope is zero between `low`, where it is positive, and `high`, where it is not: by the Illinois form of the secant. */
function findPeak(curve: Curve, low: number, high: number): number {
  let [left, right] = [low, high]
  let [atLeft, atRight] = [computeSlope(curve, low), computeSlope(curve, high)]
  for (let step = 0; step < newtonSteps && right - left > 1e-7 * right; step++) {
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

/** The exact outcome, with less in front until the victim's minimum holds; null where nothing is earned. */
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

/** `UniswapV2Library.getAmountOut`. */
function output(reserveIn: bigint, reserveOut: bigint, share: bigint, amountIn: bigint): bigint {
  const charged = amountIn * share
  return (charged * reserveOut) / (reserveIn * unit + charged)
}
