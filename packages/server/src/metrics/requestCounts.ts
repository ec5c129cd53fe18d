import type { Durations } from './durations.ts'

/** Answers of the REST interface since the start. */
export type RequestTotals = {
  readonly count: number
  /** With 5xx. */
  readonly failed: number
  /** With 429. */
  readonly limited: number
  /** With a valid key. */
  readonly authenticated: number
  readonly seconds: number
  /** By `durationBounds`; longer ones are in `count` only. */
  readonly buckets: readonly number[]
  /** By area of the contract. */
  readonly areas: Readonly<Record<string, number>>
}

/** Counts of what the REST interface answered. */
export type RequestCounts = {
  observe(area: string, hasKey: boolean): void
  totals(): RequestTotals
}

export function createRequestCounts(durations: Durations): RequestCounts {
  const areas: Record<string, number> = {}
  let authenticated = 0
  return {
    observe(area, hasKey) {
      areas[area] = (areas[area] ?? 0) + 1
      if (hasKey) authenticated += 1
    },
    totals: () => ({ ...durations.totals(), authenticated, areas: { ...areas } }),
  }
}
