import type { Emitter } from '../../events/emitter.ts'
import { type EndpointConfig, toEndpoints } from '../endpoint.ts'
import type { EndpointReport, PoolEvents } from '../poolTypes.ts'
import type { ProbeOptions } from './endpointProber.ts'
import { computeReferenceHead, recordHead } from './heads.ts'
import { createHealth, type EndpointHealth, isLagging, whyUnavailable as whyUnavailableAt } from './health.ts'
import { computeHedgeDelayMs } from './latency.ts'
import { createProber, type Prober } from './prober.ts'
import { recordLate, recordOverdue, recordUnverified } from './recordOutcome.ts'
import { toReport } from './report.ts'
import { createStatusEvents } from './statusEvents.ts'

export type MonitorOptions = ProbeOptions & {
  readonly endpoints: readonly (string | EndpointConfig)[]
  readonly events: Emitter<PoolEvents>
  /** Aborted when the pool closes. */
  readonly lifetime: AbortSignal
}

/** Watches over the endpoints of a pool: which are in service, where their heads are, how late they may be. */
export type Monitor = {
  readonly healths: readonly EndpointHealth[]
  readonly prober: Prober
  /** Why an endpoint is not asked at the moment; null if it may be. */
  whyUnavailable(health: EndpointHealth): string | null
  inService(): readonly EndpointHealth[]
  /** Notifies listeners if its status has changed. */
  refresh(health: EndpointHealth): void
  /** How long it may take before others are asked as well. */
  hedgeDelayMs(health: EndpointHealth, method: string): number
  /** It has not answered by the time others are asked as well. */
  onOverdue(health: EndpointHealth): void
  /** Another endpoint answered first, after this one had exceeded its hedge delay. */
  onLate(health: EndpointHealth): void
  /** Records a head that an endpoint has shown. @throws {EndpointError} it cannot be one of this chain */
  observeHead(health: EndpointHealth, head: bigint): void
  /** Whether the head it has shown last is too far behind those of the others. */
  isLagging(health: EndpointHealth): boolean
  /** The head the endpoints are measured against. */
  referenceHead(): bigint | null
  isFailoverActive(): boolean
  reports(): readonly EndpointReport[]
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { clock, events, maxLagBlocks } = options
  const healths = toEndpoints(options.endpoints).map(createHealth)
  const whyUnavailable = (health: EndpointHealth) => whyUnavailableAt(health, clock.now(), options)
  const isInService = (health: EndpointHealth) => whyUnavailable(health) === null
  const { refresh, isFailoverActive } = createStatusEvents({
    healths,
    events,
    whyUnavailable,
    onUnavailable() {
      // With fewer endpoints left, those out of service are probed more often.
      for (const other of healths) if (!isInService(other)) prober.schedule(other)
    },
  })
  const prober = createProber({ ...options, healths, signal: options.lifetime, onChange: refresh })

  return {
    healths,
    prober,
    whyUnavailable,
    inService: () => healths.filter(isInService),
    refresh,
    hedgeDelayMs: (health, method) => computeHedgeDelayMs(health, method, options),
    onOverdue(health) {
      recordOverdue(health, clock.now())
      prober.schedule(health)
    },
    onLate(health) {
      // Being late is relative: it never takes the last endpoint out of service.
      if (healths.every((other) => other === health || !isInService(other))) return
      recordLate(health, clock.now(), options)
      refresh(health)
    },
    observeHead(health, head) {
      try {
        recordHead(health, head, healths, clock.now(), maxLagBlocks)
      } catch (error) {
        // It may be on another chain now: verified again before it is used again.
        recordUnverified(health, null)
        throw error
      }
      for (const other of healths) refresh(other)
    },
    isLagging: (health) => isLagging(health, options),
    referenceHead: () => computeReferenceHead(healths, clock.now(), maxLagBlocks),
    isFailoverActive,
    reports: () => healths.map((health) => toReport(health, whyUnavailable(health))),
  }
}
