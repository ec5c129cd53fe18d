/** A resolution at which a series stores bars. */
export type SeriesLevel<resolution extends string = string> = {
  readonly resolution: resolution
  /** Width of one bar. */
  readonly seconds: number
  /** How long bars are kept. */
  readonly keptSeconds: number
}

/** Returns keys for numbers of up to twelve digits. The keys sort like the numbers. */
export const toSeriesKey = (index: number): string => String(index).padStart(12, '0')

/** Returns the key of a document of a level. */
export const toLevelKey = ({ resolution }: SeriesLevel, index: number): string => `${resolution}/${toSeriesKey(index)}`

/**
 * Drops entries from `first` up to `to` (exclusive), at most `most` at a time. After a long pause the remaining entries are dropped
 * with the next blocks. A negative `first` means that there are no entries. Returns the new first entry.
 */
export function dropBefore(
  to: number,
  { first, most, drop }: { readonly first: number; readonly most: number; readonly drop: (index: number) => void },
): number {
  if (first < 0) return to
  const end = Math.min(to, first + most)
  for (let index = first; index < end; index += 1) drop(index)
  return Math.max(first, end)
}
