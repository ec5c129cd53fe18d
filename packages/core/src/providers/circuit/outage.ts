import type { PoolOutage, PoolReport } from '../poolTypes.ts'

export type OutageParts = Pick<PoolReport, 'status' | 'endpoints' | 'headAtMs'> & {
  /** Since when no endpoint is in service, in Unix ms. Null while one is. */
  readonly unavailableSinceMs: number | null
  /** Age from which the newest block is late. */
  readonly maxHeadAgeMs: number
  readonly nowMs: number
}

/** Returns why the data of a chain is old: no endpoint is in service, or the endpoints show no new blocks. Null if neither. */
export function findOutage(parts: OutageParts): PoolOutage | null {
  const { status, endpoints, headAtMs, unavailableSinceMs, maxHeadAgeMs, nowMs } = parts
  if (status === 'unavailable') {
    const strangers = endpoints.filter(({ lastError }) => lastError?.code === 'wrongChain')
    const kind = strangers.length > 0 ? 'wrongChain' : 'unavailable'
    const causes = strangers.length > 0 ? strangers : endpoints
    const reason = causes.map((endpoint) => `${endpoint.name}: ${endpoint.reason}`).join(' ')
    return { kind, sinceMs: unavailableSinceMs, reason }
  }
  if (headAtMs === null || nowMs - headAtMs <= maxHeadAgeMs) return null
  return { kind: 'lateHead', sinceMs: headAtMs, reason: null }
}

/** Describes an outage to an operator, without the name of the chain. */
export function describeOutage({ kind, sinceMs, reason }: PoolOutage, nowMs: number): string {
  if (kind === 'wrongChain') return `no provider serves this chain (${reason})`
  if (kind === 'unavailable') return 'no provider responds'
  return `the newest block is ${toAge(nowMs - (sinceMs ?? nowMs))} old`
}

const toAge = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.floor(ms / 60_000)} min`)
