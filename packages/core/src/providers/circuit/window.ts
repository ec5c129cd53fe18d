/** The last `size` numbers added. */
export type Window = {
  add(value: number): void
  /** Nearest-rank quantile, 0-1. Null while empty. */
  quantile(q: number): number | null
  /** Null while empty. */
  mean(): number | null
  readonly count: number
}

export function createWindow(size: number): Window {
  const values: number[] = []
  /** Kept until the next value, because quantiles are read several times per call to a provider. */
  let sorted: Float64Array | undefined
  return {
    add(value) {
      if (values.push(value) > size) values.shift()
      sorted = undefined
    },
    quantile(q) {
      sorted ??= Float64Array.from(values).sort()
      return sorted[Math.max(0, Math.ceil(q * values.length) - 1)] ?? null
    },
    mean: () => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length),
    get count() {
      return values.length
    },
  }
}
