import { quantile } from '../math/quantile.ts'

/** The last `size` numbers seen, in a ring. */
export type Window = {
  add(value: number): void
  /** Nearest-rank quantile, 0-1; null while empty. */
  quantile(q: number): number | null
  /** Null while empty. */
  mean(): number | null
  readonly count: number
}

export function createWindow(size: number): Window {
  const values: number[] = []
  let next = 0
  let sorted: number[] | null = null
  return {
    add(value) {
      values[next] = value
      next = (next + 1) % size
      sorted = null
    },
    quantile(q) {
      sorted ??= [...values].sort((a, b) => a - b)
      return quantile(sorted, q) ?? null
    },
    mean: () => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length),
    get count() {
      return values.length
    },
  }
}
