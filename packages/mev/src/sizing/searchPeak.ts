import { searchGoldenSection } from '@outrigger/core/internal'

export type Peak = { readonly at: bigint; readonly value: bigint }

const mostBrackets = 200

export type PeakSearch = {
  /** What an input earns; null where it cannot be done, and then no larger input can. */
  readonly evaluate: (amount: bigint) => bigint | null
  /** Where to begin; anything above zero. */
  readonly guess: number
  /** The largest input. */
  readonly max: bigint
  /** Width of the last bracket, as a share of the input. @default 1e-4 */
  readonly tolerance?: number
}

/**
 * The input that earns most, of a function that rises and then falls (a concave one, such as a swap's proceeds less its
 * input): a bracket around the peak by doubling and halving from the guess, then golden sections. The best input that was
 * evaluated is answered.
 */
export function searchPeak({ evaluate, guess, max, tolerance = 1e-4 }: PeakSearch): Peak | null {
  let best: Peak | null = null
  const limit = Number(max)
  const valueAt = (x: number): number => {
    const at = x >= limit ? max : BigInt(Math.floor(x))
    if (at <= 0n) return 0
    const value = evaluate(at)
    if (value === null) return Number.NEGATIVE_INFINITY
    if (best === null || value > best.value) best = { at, value }
    return Number(value)
  }

  const bracket = toBracket(valueAt, Math.min(Math.max(guess, 1), limit), limit)
  searchGoldenSection(valueAt, bracket, (low, high) => high - low <= tolerance * high || high - low <= 1)
  return best
}

/** An interval that holds the peak: half and double of the best of a doubling row. */
function toBracket(valueAt: (x: number) => number, guess: number, limit: number): readonly [number, number] {
  let middle = guess
  let value = valueAt(middle)
  for (let step = 0; step < mostBrackets && middle > 1; step++) {
    const lower = valueAt(middle / 2)
    // Of a concave function through zero, what loses lies beyond the peak.
    if (value > 0 && lower <= value) break
    ;[middle, value] = [middle / 2, lower]
  }
  for (let step = 0; step < mostBrackets && middle < limit; step++) {
    const next = Math.min(middle * 2, limit)
    const upper = valueAt(next)
    if (upper <= value) return [middle / 2, next]
    ;[middle, value] = [next, upper]
  }
  return [middle / 2, Math.min(middle * 2, limit)]
}
