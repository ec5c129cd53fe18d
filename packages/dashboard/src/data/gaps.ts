/** Values over time, with null where a chart interrupts its lines. */
export type Spaced = { readonly x: readonly number[]; readonly values: readonly (readonly (number | null)[])[] }

/**
 * Adds nulls between points that are further apart than `maxGap`, so that a chart does not draw a line over a time without data.
 *
 * @param x ascending
 * @param values one list per series, as long as `x`
 * @param maxGap largest distance of two points that belong together. Four times the median distance by default
 */
export function breakGaps(
  x: readonly number[],
  values: readonly (readonly (number | null)[])[],
  maxGap: number = 4 * toMedianDistance(x),
): Spaced {
  const isGap = (index: number) => index > 0 && (x[index] ?? 0) - (x[index - 1] ?? 0) > maxGap
  const spread = <T>(list: readonly T[], between: (index: number) => T) =>
    list.flatMap((value, index) => (isGap(index) ? [between(index), value] : [value]))
  return {
    x: spread(x, (index) => ((x[index - 1] ?? 0) + (x[index] ?? 0)) / 2),
    values: values.map((list) => spread(list, () => null)),
  }
}

function toMedianDistance(x: readonly number[]): number {
  const distances = x.slice(1).map((value, index) => value - (x[index] ?? value))
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? Number.POSITIVE_INFINITY
}
