import type { RequestTotals } from '../requestCounts.ts'

/** Counts of the node over a period. */
export type MetricSums = {
  /** Health checks of each part of the node, and how many found it healthy. */
  readonly checks: Readonly<Record<string, { readonly total: number; readonly healthy: number }>>
  readonly requests: RequestTotals
  /** Number of counted minutes. */
  readonly minutes: number
}

type Sums = Readonly<Record<string, number>>
type Chains = RequestTotals['chains']

const combine = (a: Sums, b: Sums, sign: 1 | -1): Sums => {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const pairs = names.map((name) => [name, (a[name] ?? 0) + sign * (b[name] ?? 0)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== 0))
}

function combineChains(a: Chains, b: Chains, sign: 1 | -1): Chains {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const pairs = names.map((name) => {
    const [one, other] = [a[name], b[name]]
    const count = (one?.count ?? 0) + sign * (other?.count ?? 0)
    return [name, { count, seconds: (one?.seconds ?? 0) + sign * (other?.seconds ?? 0) }] as const
  })
  return Object.fromEntries(pairs.filter(([, { count }]) => count !== 0))
}

function combineRequests(a: RequestTotals, b: RequestTotals, sign: 1 | -1): RequestTotals {
  return {
    count: a.count + sign * b.count,
    failed: a.failed + sign * b.failed,
    limited: a.limited + sign * b.limited,
    authenticated: a.authenticated + sign * b.authenticated,
    seconds: a.seconds + sign * b.seconds,
    bytes: a.bytes + sign * b.bytes,
    buckets: Array.from({ length: Math.max(a.buckets.length, b.buckets.length) }, (_, index) => {
      return (a.buckets[index] ?? 0) + sign * (b.buckets[index] ?? 0)
    }),
    areas: combine(a.areas, b.areas, sign),
    chains: combineChains(a.chains, b.chains, sign),
  }
}

/** Returns the requests answered between two readings of the totals. */
export const subtractRequests = (now: RequestTotals, before: RequestTotals): RequestTotals =>
  combineRequests(now, before, -1)

export function addSums(a: MetricSums, b: MetricSums): MetricSums {
  const names = [...new Set([...Object.keys(a.checks), ...Object.keys(b.checks)])]
  const checks = names.map((name) => {
    const [one, other] = [a.checks[name], b.checks[name]]
    const total = (one?.total ?? 0) + (other?.total ?? 0)
    return [name, { total, healthy: (one?.healthy ?? 0) + (other?.healthy ?? 0) }] as const
  })
  return {
    checks: Object.fromEntries(checks),
    requests: combineRequests(a.requests, b.requests, 1),
    minutes: a.minutes + b.minutes,
  }
}

export const noRequests: RequestTotals = {
  count: 0,
  failed: 0,
  limited: 0,
  authenticated: 0,
  seconds: 0,
  bytes: 0,
  buckets: [],
  areas: {},
  chains: {},
}
export const noSums: MetricSums = { checks: {}, requests: noRequests, minutes: 0 }
