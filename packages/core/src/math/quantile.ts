/**
 * Returns quantile `q` (0-1) of an ascending list by nearest rank. This is the smallest value for which at least the
 * share `q` of the list is not larger. Works for numbers and bigints. Returns undefined for an empty list.
 */
export function quantile<value>(ascending: readonly value[], q: number): value | undefined {
  const rank = Math.ceil(Math.min(1, Math.max(0, q)) * ascending.length)
  return ascending[Math.max(0, rank - 1)]
}
