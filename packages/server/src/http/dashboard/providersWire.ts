import type { EndpointReport } from '@outrigger/core'
import { latencyBounds } from '@outrigger/core/internal'
import type { AnyPool, ProviderEvent } from '../../metrics/providerEvents.ts'

const toIso = (ms: number) => new Date(ms).toISOString()

/** Reports the state and the recent events of every pool and endpoint to the operator. */
export function toWireProviders(pools: readonly AnyPool[], events: readonly ProviderEvent[], nowMs: number) {
  return {
    timestamp: toIso(nowMs),
    latency_bounds_ms: latencyBounds.map((seconds) => seconds * 1000),
    chains: pools.map((pool) => {
      const { chain, status, failoverActive, head, answers, endpoints } = pool.report()
      return {
        chain,
        status,
        failover_active: failoverActive,
        head: head === null ? null : Number(head),
        answers,
        endpoints: endpoints.map(toWireEndpoint),
      }
    }),
    events: events.map(({ atMs, ...event }) => ({ timestamp: toIso(atMs), ...event })),
  }
}

function toWireEndpoint({ name, role, url, status, reason, tally, ...report }: EndpointReport) {
  const { successRate, latencyMs, head, lastError, calls, socket } = report
  return {
    name,
    role,
    url,
    status,
    reason,
    calls,
    socket,
    success_rate: successRate,
    latency_ms: latencyMs,
    head: head === null ? null : Number(head),
    last_error: lastError && { code: lastError.code, message: lastError.message, timestamp: toIso(lastError.atMs) },
    answered: tally.ok,
    refused: tally.answerError,
    failed: tally.failed,
    hedges: tally.hedges,
    /** Calls by the classes of `latency_bounds_ms`. The last count is for slower calls. */
    by_latency: [...tally.byLatency],
  }
}
