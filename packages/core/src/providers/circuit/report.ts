import type { EndpointReport, EndpointStatus, Head, PoolReport } from '../poolTypes.ts'
import type { EndpointHealth } from './health.ts'
import { findOutage, type OutageParts } from './outage.ts'

export function toStatus(health: EndpointHealth, unavailable: string | null): EndpointStatus {
  if (unavailable !== null) return 'unavailable'
  const successRate = health.outcomes.mean()
  if (successRate === null) return 'unknown'
  return successRate < 0.9 || health.circuit.consecutiveFailures > 0 ? 'degraded' : 'healthy'
}

export function toReport(health: EndpointHealth, unavailable: string | null): EndpointReport {
  const { endpoint, learned } = health
  const status = toStatus(health, unavailable)
  return {
    name: endpoint.name,
    role: endpoint.role,
    url: endpoint.displayUrl,
    status,
    reason: unavailable ?? (status === 'degraded' ? (health.lastError?.message ?? 'It answers late.') : null),
    successRate: health.outcomes.mean(),
    latencyMs: health.latencies.quantile(0.5),
    head: health.head,
    headSinceMs: health.head === null ? null : health.headSinceMs,
    lastError: health.lastError,
    calls: health.calls,
    tally: health.tally,
    socket: health.socket,
    unsupported: [...learned.methods.rkeys()].filter((method) => learned.methods.peek(method)?.why === 'unsupported'),
    oldestState: learned.oldestState?.block ?? null,
    maxLogRange: learned.maxLogRange?.blocks ?? null,
  }
}

/** The newest block of the head stream. */
export type Tip = Pick<Head, 'number' | 'timestamp'>

type PoolParts = Pick<PoolReport, 'chain' | 'failoverActive' | 'answers'> &
  Pick<OutageParts, 'unavailableSinceMs' | 'maxHeadAgeMs' | 'nowMs'> & { readonly tip: Tip | undefined }

/** Summarizes the endpoints of a pool, the primary first. */
export function toPoolReport(
  { chain, failoverActive, answers, tip, ...times }: PoolParts,
  endpoints: readonly EndpointReport[],
): PoolReport {
  const [primary] = endpoints
  const anyAvailable = endpoints.some(({ status }) => status !== 'unavailable')
  const isPrimaryWell = primary?.status === 'healthy' || primary?.status === 'unknown'
  const status = !anyAvailable ? 'unavailable' : isPrimaryWell ? 'healthy' : 'degraded'
  const heads = endpoints.flatMap(({ head }) => head ?? [])
  const head = heads.reduce<bigint | null>((best, each) => (best === null || each > best ? each : best), null)
  const headAtMs = toHeadAtMs(head, endpoints, tip)
  const outage = findOutage({ status, endpoints, headAtMs, ...times })
  return { chain, status, failoverActive, answers: { ...answers }, head, headAtMs, outage, endpoints }
}

/** Returns the timestamp of the newest block, or when it was first seen if the head stream does not have it. */
function toHeadAtMs(head: bigint | null, endpoints: readonly EndpointReport[], tip: Tip | undefined): number | null {
  if (tip !== undefined && (head === null || tip.number >= head)) return Number(tip.timestamp) * 1000
  const seen = endpoints.flatMap((endpoint) => (endpoint.head === head ? (endpoint.headSinceMs ?? []) : []))
  return seen.length === 0 ? null : Math.min(...seen)
}
