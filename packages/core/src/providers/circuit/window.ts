/** A window of the last `size` numbers added. */
export type Window = {
  add(value: number): void
  /** Returns the quantile `q` (0-1) by nearest rank. Null while the window is empty. */
  quantile(q: number): number | null
  /** Returns the mean. Null while the window is empty. */
  mean(): number | null
  readonly count: number
}

export function createWindow(size: number): Window {
  const values: number[] = []
  /** The same values in ascending order, because quantiles are read several times per call to a provider. */
  const sorted: number[] = []
  return {
    add(value) {
      if (values.push(value) > size) sorted.splice(findIndex(sorted, values.shift() as number), 1)
      sorted.splice(findIndex(sorted, value), 0, value)
    },
    quantile: (q) => sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null,
    mean: () => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length),
    get count() {
      return values.length
    },
  }
}

/** Returns the index of the first value in order that is not below `value`. */
function findIndex(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
