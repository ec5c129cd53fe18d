import { searchGoldenSection } from '@outrigger/core/internal'
import { type Path, quotePath } from './routeGraph.ts'

/** A path with its share of the input. */
export type Share = { readonly path: Path; readonly amountIn: bigint; readonly amountOut: bigint }

/** Number of search steps. The last interval is 1/50 of the amount for a rough search, or 1/15,000. */
const steps = { rough: 8, fine: 20 } as const

/**
 * Finds the best split of an amount between an existing share and another path without common pools. A path's output is
 * a concave function of its input, and so is the sum, so a golden-section search finds the maximum. Returns null if no
 * split is better.
 */
export function splitBetween(share: Share, other: Path, precision: keyof typeof steps): readonly [Share, Share] | null {
  const { path, amountIn: whole } = share
  if (!isWorthGiving(share, other)) return null
  const evaluate = (part: number): readonly [Share, Share] | null => {
    const amountIn = BigInt(Math.floor(part * 1e9)) * whole
    const given = amountIn / 1_000_000_000n
    if (given <= 0n || given >= whole) return null
    const first = quotePath(path, whole - given)
    const second = quotePath(other, given)
    if (first === null || second === null) return null
    return [
      { path, amountIn: whole - given, amountOut: first },
      { path: other, amountIn: given, amountOut: second },
    ]
  }
  let best: readonly [Share, Share] | null = null
  let most = share.amountOut
  const valueAt = (part: number): number => {
    const split = evaluate(part)
    if (split === null) return Number.NEGATIVE_INFINITY
    const value = split[0].amountOut + split[1].amountOut
    if (value > most) {
      best = split
      most = value
    }
    return Number(value)
  }
  searchGoldenSection(valueAt, [0, 1], (_low, _high, done) => done >= steps[precision])
  return best
}

/** Returns whether the first unit brings more on the other path than the last unit on the present path. */
function isWorthGiving({ path, amountIn, amountOut }: Share, other: Path): boolean {
  const less = amountIn - amountIn / 1_000n - 1n
  const before = less > 0n ? quotePath(path, less) : 0n
  if (before === null) return true
  const last = Number(amountOut - before) / Number(amountIn - less)
  return other.reduce((value, { rate }) => value * rate, 1) > last * 0.999
}
