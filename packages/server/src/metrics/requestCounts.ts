import type { Durations } from './durations.ts'

/** Answers of the REST interface since startup. */
export type RequestTotals = {
  readonly count: number
  /** Answers with status 5xx. */
  readonly failed: number
  /** Answers with status 429. */
  readonly limited: number
  /** Requests with a valid key. */
  readonly authenticated: number
  readonly seconds: number
  /** Bytes of bodies, received and sent. */
  readonly bytes: number
  /** Durations by bucket of `durationBounds`. Longer durations are only in `count`. */
  readonly buckets: readonly number[]
  /** Requests by area of the contract. */
  readonly areas: Readonly<Record<string, number>>
  /** Requests about a chain, by its name. */
  readonly chains: Readonly<Record<string, { readonly count: number; readonly seconds: number }>>
}

export type AnsweredRequest = {
  readonly area: string
  readonly hasKey: boolean
  /** Name of the requested chain, from a bounded set. */
  readonly chain: string | undefined
  readonly seconds: number
}

/** Counts the answers of the REST interface. */
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
