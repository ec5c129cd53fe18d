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
  /** Of bodies, received and sent. */
  readonly bytes: number
  /** By `durationBounds`; longer ones are in `count` only. */
  readonly buckets: readonly number[]
  /** By area of the contract. */
  readonly areas: Readonly<Record<string, number>>
  /** Those that name a chain, by its name. */
  readonly chains: Readonly<Record<string, { readonly count: number; readonly seconds: number }>>
}

/** One answer. */
export type AnsweredRequest = {
  readonly area: string
  readonly hasKey: boolean
  /** Name of the chain it was asked about; of a bounded set. */
  readonly chain: string | undefined
  readonly seconds: number
}

/** Counts of what the REST interface answered. */
export type RequestCounts = {
  observe(request: AnsweredRequest): void
  countBytes(bytes: number): void
  totals(): RequestTotals
}

export function createRequestCounts(durations: Durations): RequestCounts {
  const areas: Record<string, number> = {}
  const chains: Record<string, { count: number; seconds: number }> = {}
  let authenticated = 0
  let bytes = 0
  return {
    observe({ area, hasKey, chain, seconds }) {
      areas[area] = (areas[area] ?? 0) + 1
      if (hasKey) authenticated += 1
      if (chain === undefined) return
      chains[chain] ??= { count: 0, seconds: 0 }
      chains[chain].count += 1
      chains[chain].seconds += seconds
    },
    countBytes(more) {
      bytes += more
    },
    totals: () => ({
      ...durations.totals(),
      authenticated,
      bytes,
      areas: { ...areas },
      chains: Object.fromEntries(Object.entries(chains).map(([name, one]) => [name, { ...one }])),
    }),
  }
}
