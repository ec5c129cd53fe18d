import type { Response } from '@outrigger/api/contract'
import type { Clock, EndpointReport } from '@outrigger/core'
import { latencyBounds } from '@outrigger/core/internal'
import type { AnyPool, ProviderEvent } from '../metrics/providerEvents.ts'
import type { Api } from './fulfilment.ts'

type Providers = Response<'accountProviders'>

export type ProvidersApiParts = {
  /** All pools of the node, and their recent events. */
  readonly providers: { readonly all: readonly AnyPool[]; readonly events: readonly ProviderEvent[] }
  readonly clock: Clock
}

const toIso = (ms: number) => new Date(ms).toISOString()

/** Reports the state and the recent events of every pool and endpoint to the operator. */
export function createProvidersApi({ providers, clock }: ProvidersApiParts): Pick<Api, 'accountProviders'> {
  return {
    accountProviders: () => ({
      timestamp: toIso(clock.now()),
      latency_bounds_ms: latencyBounds.map((seconds) => seconds * 1000),
      chains: providers.all.map(toWireChain),
      events: providers.events.map(({ atMs, ...event }) => ({ timestamp: toIso(atMs), ...event })),
    }),
  }
}

function toWireChain(pool: AnyPool): Providers['chains'][number] {
  const { chain, status, failoverActive, head, answers, endpoints } = pool.report()
  return {
    chain,
    status,
    failover_active: failoverActive,
    head: head === null ? null : Number(head),
    answers,
    endpoints: endpoints.map(toWireEndpoint),
  }
}

function toWireEndpoint({
  name,
  role,
  url,
  status,
  reason,
  tally,
  ...report
}: EndpointReport): Providers['chains'][number]['endpoints'][number] {
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
    by_latency: [...tally.byLatency],
  }
}
