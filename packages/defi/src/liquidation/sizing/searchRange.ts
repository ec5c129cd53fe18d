import { type Peak, searchPeak } from './searchPeak.ts'

/** Where a range is looked at first, in 1,024ths of it: closer together towards its beginning, where thin pools peak. */
const samples = [0n, 1n, 16n, 128n, 512n, 1_024n]

/** Profit of an amount repaid, base units of the debt token; null where the sale has no quote. */
export type Profit = (repay: bigint) => bigint | null

export type ProfitSamples = {
  readonly points: readonly Peak[]
  /** Index of the highest. */
  readonly highest: number
  /** No point between its neighbours is higher. */
  readonly bound: number
}

/** Looks at some amounts of a range; null where none of them pays. */
export function sampleProfit(from: bigint, to: bigint, profitAt: Profit): ProfitSamples | null {
  const points: Peak[] = []
  for (const share of samples) {
    const at = from + ((to - from) * share) / 1_024n
    if (at === points.at(-1)?.at) continue
    const value = profitAt(at)
    if (value === null) break
    const before = points.at(-1)
    points.push({ at, value })
    // It only falls from here. The first may be so little that rounding takes its profit.
    if (value <= 0n && before !== undefined && value < before.value) break
  }
  const highest = points.reduce((best, { value }, index) => (value > (points[best] as Peak).value ? index : best), 0)
  if ((points[highest]?.value ?? 0n) <= 0n) return null
  return { points, highest, bound: computeBound(points, highest, to) }
}

/** The peak of a sampled range: beside the highest point, or beyond the last that has a quote. */
export function searchAround({ points, highest }: ProfitSamples, to: bigint, profitAt: Profit): Peak {
  const top = points[highest] as Peak
  const found = searchPeak(points[highest - 1]?.at ?? top.at, points[highest + 1]?.at ?? to, profitAt)
  return found !== null && found.value > top.value ? found : top
}

/** A line through two points lies above a concave function beyond them; nothing repaid is nothing won. */
function computeBound(points: readonly Peak[], highest: number, to: bigint): number {
  const [before, left, top, right] = [-2, -1, 0, 1].map((offset) => points[highest + offset])
  const end = Number(right?.at ?? to)
  const height = Number(top?.value)
  const rise = top === undefined ? height : extend(left ?? nothing, top, end)
  return Math.max(height, rise, left === undefined ? height : extend(before ?? nothing, left, Number(top?.at)))
}

const nothing: Peak = { at: 0n, value: 0n }

function extend(a: Peak, b: Peak, at: number): number {
  const slope = Number(b.value - a.value) / Number(b.at - a.at)
  return Number(b.value) + slope * (at - Number(b.at))
}
