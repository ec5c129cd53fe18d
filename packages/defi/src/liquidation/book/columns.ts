import type { EntryArena } from './entryArena.ts'

/**
 * Data of each row: the positions in the arena at which the account's collateral starts, its debt starts, and its
 * terms end, and both sums.
 */
export type Columns = {
  readonly starts: Uint32Array
  readonly middles: Uint32Array
  readonly ends: Uint32Array
  readonly collateral: Float64Array
  readonly debt: Float64Array
}

export function createColumns(capacity: number): Columns {
  return {
    starts: new Uint32Array(capacity),
    middles: new Uint32Array(capacity),
    ends: new Uint32Array(capacity),
    collateral: new Float64Array(capacity),
    debt: new Float64Array(capacity),
  }
}

/** Copies the columns with twice the capacity. */
export function growColumns(columns: Columns): Columns {
  const larger = createColumns(2 * columns.starts.length)
  for (const name of ['starts', 'middles', 'ends'] as const) larger[name].set(columns[name])
  return larger
}

/** Computes both sums of `count` rows: of the listed rows, or of the first ones. */
export function computeSums(
  { starts, middles, ends, collateral, debt }: Columns,
  { amounts, slots }: EntryArena,
  weights: Float64Array,
  rows: readonly number[] | null,
  count: number,
): void {
  for (let index = 0; index < count; index += 1) {
    const row = rows === null ? index : (rows[index] as number)
    const middle = middles[row] as number
    const end = ends[row] as number
    let at = starts[row] as number
    let sum = 0
    for (; at < middle; at += 1) sum += (amounts[at] as number) * (weights[slots[at] as number] as number)
    collateral[row] = sum
    sum = 0
    for (; at < end; at += 1) sum += (amounts[at] as number) * (weights[slots[at] as number] as number)
    debt[row] = sum
  }
}
