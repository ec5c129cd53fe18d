/** Returns the sum of amounts, or null if there are no amounts or one is unknown. */
export function sum(amounts: readonly (bigint | null)[]): bigint | null {
  let total: bigint | null = amounts.length === 0 ? null : 0n
  for (const amount of amounts) total = total === null || amount === null ? null : total + amount
  return total
}
