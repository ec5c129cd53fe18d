/** The smaller part of the golden section. */
const golden = (3 - Math.sqrt(5)) / 2

/**
 * Narrows a bracket around a peak by golden-section search, with one evaluation per step.
 *
 * @param valueAt called for every evaluated point; the caller keeps the best one
 * @param isDone called before each step, with the bracket and the number of steps so far
 * @example
 * searchGoldenSection((x) => -((x - 2) ** 2), [0, 10], (low, high) => high - low < 1e-6)
 */
export function searchGoldenSection(
  valueAt: (x: number) => number,
  bracket: readonly [low: number, high: number],
  isDone: (low: number, high: number, steps: number) => boolean,
): void {
  let [low, high] = bracket
  let [left, right] = [low + golden * (high - low), high - golden * (high - low)]
  let [atLeft, atRight] = [valueAt(left), valueAt(right)]
  for (let steps = 0; !isDone(low, high, steps); steps += 1) {
    if (atLeft >= atRight) {
      ;[high, right, atRight] = [right, left, atLeft]
      left = low + golden * (high - low)
      atLeft = valueAt(left)
    } else {
      ;[low, left, atLeft] = [left, right, atRight]
      right = high - golden * (high - low)
      atRight = valueAt(right)
    }
  }
}
