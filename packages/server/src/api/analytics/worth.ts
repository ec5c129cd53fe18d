/** Native currency that one transaction moved of an address, in base units. */
export type Movement = {
  readonly value: bigint
  readonly fee: bigint
  /** Unix seconds. */
  readonly time: number
}

/** US dollars of a whole coin at the end of a day of UTC; of the running day at present. */
export type DayPrice = { readonly startMs: number; readonly close: number }

export type Worth = {
  readonly volumeUsd: number
  readonly feesUsd: number
  /** `day`: each transaction at the price of its day; `present`: all at the present price. Never some of each. */
  readonly basis: 'day' | 'present'
}

const dayMs = 86_400_000

/**
 * What movements are worth: Σ amount × price of its day, where the price of each of those days is known, otherwise Σ amount ×
 * present price. Null where neither is.
 *
 * @param toUsd dollars of an amount at a price
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
