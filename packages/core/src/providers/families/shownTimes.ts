import { isTimeOfBlock } from '../reads/blockTime.ts'
import type { ShownTime } from './familyTypes.ts'
import { toHeight } from './toHeight.ts'

type Row = { readonly [field: string]: unknown }

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** Returns the items of a list, or a list with the answer itself. */
export const toRows = (result: unknown): readonly unknown[] => (Array.isArray(result) ? result : [result])

/** Returns the values of some fields of the rows. Lists are flattened. */
export function pluck(rows: readonly unknown[], ...fields: readonly string[]): readonly unknown[] {
  return rows.filter(isRow).flatMap((row) => fields.flatMap((field) => toRows(row[field])))
}

/**
 * Returns the times in rows. `heights` lists the fields that may contain the block's height. The first field present
 * counts.
 */
export function toTimes(
  rows: readonly unknown[],
  times: readonly string[],
  heights: readonly string[],
): readonly ShownTime[] {
  return rows.filter(isRow).flatMap((row) => {
    const height = heights.map((field) => row[field]).find((value) => value !== undefined)
    const known = times.map((field) => row[field]).filter((time) => time !== undefined && time !== null && time !== '')
    return known.map((time) => ({ time, height }))
  })
}

/** Returns whether a block can have this time. */
export function isPossible({ time, height }: ShownTime): boolean {
  const seconds = toSeconds(time)
  return seconds !== null && isTimeOfBlock(seconds, toHeight(height))
}

/** Returns Unix seconds. Integers of more than 15 digits are text. */
function toSeconds(time: unknown): bigint | null {
  if (/^-?\d+$/.test(String(time))) return BigInt(String(time))
  // Fractions of a second may have nine digits.
  const ms =
    typeof time === 'string' && time.includes('T') ? Date.parse(time.replace(/(\.\d{3})\d+/, '$1')) : Number.NaN
  return Number.isNaN(ms) ? null : BigInt(Math.floor(ms / 1000))
}
