import type { EndpointReport, EndpointStatus, PoolReport } from '../poolTypes.ts'
import type { EndpointHealth } from './health.ts'

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
    lastError: health.lastError,
    calls: health.calls,
    tally: health.tally,
    socket: health.socket,
    unsupported: [...learned.methods.rkeys()].filter((method) => learned.methods.peek(method)?.why === 'unsupported'),
    oldestState: learned.oldestState?.block ?? null,
    maxLogRange: learned.maxLogRange?.blocks ?? null,
  }
}

/** Summarizes the endpoints of a pool, the primary first. */
export function toPoolReport(
  { chain, failoverActive, answers }: Pick<PoolReport, 'chain' | 'failoverActive' | 'answers'>,
  endpoints: readonly EndpointReport[],
): PoolReport {
  const [primary] = endpoints
  const anyAvailable = endpoints.some(({ status }) => status !== 'unavailable')
  const isPrimaryWell = primary?.status === 'healthy' || primary?.status === 'unknown'
  const status = !anyAvailable ? 'unavailable' : isPrimaryWell ? 'healthy' : 'degraded'
  const heads = endpoints.flatMap(({ head }) => head ?? [])
  const head = heads.reduce<bigint | null>((best, each) => (best === null || each > best ? each : best), null)
  return { chain, status, failoverActive, answers: { ...answers }, head, endpoints }
}
