/**
 * Returns quantile `q` (0-1) of an ascending list by nearest rank: the smallest value such that at least `q` of the list is at or
 * below it. Works for numbers and bigints. Undefined for an empty list.
 */
export function quantile<value>(ascending: readonly value[], q: number): value | undefined {
  const rank = Math.ceil(Math.min(1, Math.max(0, q)) * ascending.length)
  return ascending[Math.max(0, rank - 1)]
}
