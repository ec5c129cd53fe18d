/**
 * Quantile `q` (0-1) of an ascending list, nearest rank: the smallest value with at least `q` of the list at or below.
 * Works for numbers and bigints alike; undefined for an empty list.
 */
export function quantile<value>(ascending: readonly value[], q: number): value | undefined {
  const rank = Math.ceil(Math.min(1, Math.max(0, q)) * ascending.length)
  return ascending[Math.max(0, rank - 1)]
}
