/** The last `size` numbers seen. */
export type Window = {
  add(value: number): void
  /** Nearest-rank quantile, 0-1; null while empty. */
  quantile(q: number): number | null
  /** Null while empty. */
  mean(): number | null
  readonly count: number
}

/** Kept sorted, because quantile and mean are read on every call to a provider. */
export function createWindow(size: number): Window {
  const ring = new Float64Array(size)
  const sorted = new Float64Array(size)
  let count = 0
  let next = 0
  let sum = 0

  /** Index of the first value in order that is not below `value`. */
  function find(value: number): number {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(value) {
      if (count === size) {
        const oldest = ring[next] as number
        const at = find(oldest)
        sorted.copyWithin(at, at + 1, count)
        count -= 1
        sum -= oldest
      }
      const at = find(value)
      sorted.copyWithin(at + 1, at, count)
      sorted[at] = value
      ring[next] = value
      next = (next + 1) % size
      count += 1
      sum += value
    },
    quantile: (q) => (count === 0 ? null : (sorted[Math.max(0, Math.ceil(q * count) - 1)] as number)),
    mean: () => (count === 0 ? null : sum / count),
    get count() {
      return count
    },
  }
}
