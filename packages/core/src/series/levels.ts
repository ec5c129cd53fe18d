/** Bars of one width that a series keeps. */
export type SeriesLevel<resolution extends string = string> = {
  readonly resolution: resolution
  /** Of one bar. */
  readonly seconds: number
  /** How long its bars are kept. */
  readonly keptSeconds: number
}

/** Keys of numbers up to twelve digits, in the order of the numbers. */
export const toSeriesKey = (index: number): string => String(index).padStart(12, '0')

/** Key of one of a level's documents. */
export const toLevelKey = ({ resolution }: SeriesLevel, index: number): string => `${resolution}/${toSeriesKey(index)}`

/**
 * Drops, from the first that is kept on, what lies before `to`: at most so many at a time, after a long pause the rest goes
 * with the next blocks. A negative `first` says that nothing was kept. Returns the new first.
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
