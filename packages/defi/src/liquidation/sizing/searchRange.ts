import { type Peak, searchPeak } from './searchPeak.ts'

/** First samples of a range, in 1/1,024 of it. They are denser at its start, where thin pools peak. */
const samples = [0n, 1n, 16n, 128n, 512n, 1_024n]

/** Returns the profit of an amount repaid, in base units of the debt token, or null if the sale has no quote. */
export type Profit = (repay: bigint) => bigint | null

export type ProfitSamples = {
  readonly points: readonly Peak[]
  /** Index of the highest point. */
  readonly highest: number
  /** Upper bound of the profit between its neighbors. */
  readonly bound: number
}

/** Samples a range. Returns null if no sample is profitable. */
export function sampleProfit(from: bigint, to: bigint, profitAt: Profit): ProfitSamples | null {
  const points: Peak[] = []
  for (const share of samples) {
    const at = from + ((to - from) * share) / 1_024n
    if (at === points.at(-1)?.at) continue
    const value = profitAt(at)
    // An amount too small for any output has no quote either.
    if (value === null && points.length === 0) continue
    if (value === null) break
    const before = points.at(-1)
    points.push({ at, value })
    // Profit only falls from here. The first sample does not count, because rounding may take its profit.
    if (value <= 0n && before !== undefined && value < before.value) break
  }
  const highest = points.reduce((best, { value }, index) => (value > (points[best] as Peak).value ? index : best), 0)
  if ((points[highest]?.value ?? 0n) <= 0n) return null
  return { points, highest, bound: computeBound(points, highest, to) }
}

/** Searches for the peak of a sampled range, between the neighbors of its highest sample. */
export function searchAround({ points, highest }: ProfitSamples, to: bigint, profitAt: Profit): Peak {
  const top = points[highest] as Peak
  const found = searchPeak(points[highest - 1]?.at ?? top.at, points[highest + 1]?.at ?? to, profitAt)
  return found !== null && found.value > top.value ? found : top
}

/** Beyond two points, a line through them lies above a concave function. Repaying nothing has no profit. */
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
