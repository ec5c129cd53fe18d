/** Native currency that one transaction moved for an address, in base units. */
export type Movement = {
  readonly value: bigint
  readonly fee: bigint
  /** Unix seconds. */
  readonly time: number
}

/** The price of a whole coin in US dollars at the end of a UTC day, or the current price for the current day. */
export type DayPrice = { readonly startMs: number; readonly close: number }

export type Worth = {
  readonly volumeUsd: number
  readonly feesUsd: number
  /** `day`: each transaction at the price of its day. `present`: all at the current price. The two are never mixed. */
  readonly basis: 'day' | 'present'
}

const dayMs = 86_400_000

/**
 * Returns the value of movements: Σ amount × price of its day if the prices of all those days are known, otherwise
 * Σ amount × current price. Null if neither is known.
 *
 * @param toUsd converts an amount to dollars at a price
 */
export function computeWorth(
  movements: readonly Movement[],
  days: readonly DayPrice[],
  presentUsd: number | null,
  toUsd: (amount: bigint, priceUsd: number) => number,
): Worth | null {
  const byDay = new Map(days.map(({ startMs, close }) => [Math.floor(startMs / dayMs), close]))
  const sum = (priceOf: (movement: Movement) => number | undefined, basis: Worth['basis']): Worth | null => {
    let [volumeUsd, feesUsd] = [0, 0]
    for (const movement of movements) {
      if (movement.value === 0n && movement.fee === 0n) continue
      const priceUsd = priceOf(movement)
      if (priceUsd === undefined) return null
      volumeUsd += toUsd(movement.value, priceUsd)
      feesUsd += toUsd(movement.fee, priceUsd)
    }
    return { volumeUsd, feesUsd, basis }
  }
  return (
    sum(({ time }) => byDay.get(Math.floor((time * 1000) / dayMs)), 'day') ??
    sum(() => presentUsd ?? undefined, 'present')
  )
}
