const bars = '▁▂▃▄▅▆▇█'

/**
 * Returns one bar character per value, scaled from the lowest to the highest value. If all values are equal, each gets
 * the lowest bar.
 *
 * @example toSparkline([1n, 2n, 3n]) // '▁▅█'
 */
export function toSparkline(values: readonly bigint[]): string {
  const { lowest, highest } = findRange(values)
  const range = Number(highest - lowest)
  const toBar = (value: bigint) =>
    bars[range === 0 ? 0 : Math.round((Number(value - lowest) / range) * (bars.length - 1))]
  return values.map(toBar).join('')
}

/** Returns the lowest and the highest value. Both are 0 if there are no values. */
export function findRange(values: readonly bigint[]): { readonly lowest: bigint; readonly highest: bigint } {
  const [first = 0n] = values
  let [lowest, highest] = [first, first]
  for (const value of values) {
    if (value < lowest) lowest = value
    if (value > highest) highest = value
  }
  return { lowest, highest }
}
