import { searchGoldenSection } from '@outrigger/core/internal'

export type Peak = { readonly at: bigint; readonly value: bigint }

const maxBrackets = 200

export type PeakSearch = {
  /** Returns the profit of an input. Null if the input is too large, and then all larger inputs must be too large. */
  readonly evaluate: (amount: bigint) => bigint | null
  /** Start of the search, above zero. */
  readonly guess: number
  /** Maximum input. */
  readonly max: bigint
  /** Width of the final bracket as a share of the input. @default 1e-4 */
  readonly tolerance?: number
}

/**
 * Finds the input with the highest profit of a function that rises and then falls, e.g. a swap's output minus its input. Brackets
 * the peak by doubling and halving from the guess, then applies golden-section search. Returns the best evaluated input.
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

/** Returns an interval that contains the peak: from half to double the best of a series of doublings. */
function toBracket(valueAt: (x: number) => number, guess: number, limit: number): readonly [number, number] {
  let middle = guess
  let value = valueAt(middle)
  for (let step = 0; step < maxBrackets && middle > 1; step++) {
    const lower = valueAt(middle / 2)
    // For a concave function through zero, inputs with a loss are above the peak.
    if (value > 0 && lower <= value) break
    ;[middle, value] = [middle / 2, lower]
  }
  for (let step = 0; step < maxBrackets && middle < limit; step++) {
    const next = Math.min(middle * 2, limit)
    const upper = valueAt(next)
    if (upper <= value) return [middle / 2, next]
    ;[middle, value] = [next, upper]
  }
  return [middle / 2, Math.min(middle * 2, limit)]
}
