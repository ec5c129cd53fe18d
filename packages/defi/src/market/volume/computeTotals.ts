import type { Trade } from './trade.ts'

/** Totals of swaps in base units, in the order of the tokens. */
export type SwapTotals = {
  readonly swaps: number
  /** Paid into the pool, including the fee. */
  readonly amountsIn: readonly bigint[]
  readonly amountsOut: readonly bigint[]
  /** Includes the protocol's share. Null if the rate of any swap is unknown. */
  readonly fees: readonly bigint[] | null
}

const add = (a: readonly bigint[], b: readonly bigint[]) => a.map((amount, index) => amount + (b[index] ?? 0n))

/** @param count number of tokens */
export function computeSwapTotals(trades: readonly Trade[], count: number): SwapTotals {
  const nothing: readonly bigint[] = Array.from({ length: count }, () => 0n)
  let amountsIn = nothing
  let amountsOut = nothing
  let fees: readonly bigint[] | null = nothing
  for (const trade of trades) {
    amountsIn = add(amountsIn, trade.amountsIn)
    amountsOut = add(amountsOut, trade.amountsOut)
    fees = fees && trade.fees && add(fees, trade.fees)
  }
  return { swaps: trades.length, amountsIn, amountsOut, fees }
}

/**
 * Returns the volume of swaps in US dollars. For each swap it is the mean of input and output, or the value of one
 * side if only that side has a price. Null if a swap has no price on either side.
 *
 * @param units US dollars of one base unit; null if unknown
 */
export function computeVolumeUsd(trades: readonly Trade[], units: readonly (number | null)[]): number | null {
  return trades.reduce<number | null>((sum, trade) => {
    const value = sum === null ? null : toTradeUsd(trade, units)
    return sum === null || value === null ? null : sum + value
  }, 0)
}

function toTradeUsd({ amountsIn, amountsOut }: Trade, units: readonly (number | null)[]): number | null {
  const moved = units.flatMap((unit, index) => {
    const amount = (amountsIn[index] ?? 0n) + (amountsOut[index] ?? 0n)
    return amount === 0n ? [] : [{ unit, amount }]
  })
  const priced = moved.flatMap(({ unit, amount }) => (unit === null ? [] : [Number(amount) * unit]))
  if (priced.length === 0) return moved.length === 0 ? 0 : null
  return (priced.reduce((sum, value) => sum + value, 0) * moved.length) / (2 * priced.length)
}

/** Returns US dollars, or null if the fees are unknown or a fee token has no price. */
export function computeFeesUsd(fees: readonly bigint[] | null, units: readonly (number | null)[]): number | null {
  if (fees === null) return null
  return fees.reduce<number | null>((sum, amount, index) => {
    const unit = units[index] ?? null
    if (sum === null || amount === 0n) return sum
    return unit === null ? null : sum + Number(amount) * unit
  }, 0)
}
