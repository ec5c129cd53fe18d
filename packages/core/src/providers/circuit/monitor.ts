import type { Emitter } from '../../events/emitter.ts'
import { type EndpointConfig, toEndpoints } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
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

/** Watches the endpoints of a pool: whether they are in service, their heads, and how late their answers may be. */
export type Monitor = {
  readonly healths: readonly EndpointHealth[]
  readonly prober: Prober
  /** Returns why an endpoint gets no requests at the moment, or null if it may be used. */
  whyUnavailable(health: EndpointHealth): string | null
  inService(): readonly EndpointHealth[]
  /** Emits events if the endpoint's status has changed. */
  refresh(health: EndpointHealth): void
  /** Returns how long a call may take before other endpoints are called as well. */
  hedgeDelayMs(health: EndpointHealth, method: string): number
  /** Records that the endpoint has not answered by the time other endpoints are called as well. */
  onOverdue(health: EndpointHealth): void
  /** Records that another endpoint answered first, after this one had exceeded its hedge delay. */
  onLate(health: EndpointHealth): void
  /** Records a head that an endpoint has shown. @throws {EndpointError} the head cannot belong to this chain */
  observeHead(health: EndpointHealth, head: bigint): void
  /** Records a head that an answer shows. @throws {EndpointError} the head is too far behind, or cannot belong to this chain */
  checkHead(health: EndpointHealth, head: bigint): void
  /** Returns whether the endpoint's last head is too far behind the others. */
  isLagging(health: EndpointHealth): boolean
  /** Returns the head that endpoints are measured against. */
  referenceHead(): bigint | null
  isFailoverActive(): boolean
  /** Returns since when no endpoint is in service, in Unix ms. Null while one is. */
  unavailableSinceMs(): number | null
  reports(): readonly EndpointReport[]
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { clock, events, maxLagBlocks } = options
  const healths = toEndpoints(options.endpoints).map(createHealth)
  const whyUnavailable = (health: EndpointHealth) => whyUnavailableAt(health, clock.now(), options)
  const isInService = (health: EndpointHealth) => whyUnavailable(health) === null
  const { refresh, isFailoverActive, unavailableSinceMs } = createStatusEvents({
    healths,
    events,
    clock,
    whyUnavailable,
    onUnavailable() {
      // With fewer endpoints left, the endpoints out of service are probed more often.
      for (const other of healths) if (!isInService(other)) prober.schedule(other)
    },
  })
  const prober = createProber({ ...options, healths, signal: options.lifetime, onChange: refresh })
  function observeHead(health: EndpointHealth, head: bigint): void {
    try {
      recordHead(health, head, healths, clock.now(), maxLagBlocks)
    } catch (error) {
      // The endpoint may be on another chain now, so it is verified again before its next use.
      recordUnverified(health, null)
      throw error
    }
    for (const other of healths) refresh(other)
  }
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
      // Late answers never take the last endpoint out of service.
      if (healths.every((other) => other === health || !isInService(other))) return
      recordLate(health, clock.now(), options)
      refresh(health)
    },
    observeHead,
    checkHead(health, head) {
      observeHead(health, head)
      if (isLagging(health, options))
        throw new EndpointError(health.endpoint.name, 'lagging', `Its head ${head} is ${health.lag} blocks behind.`)
    },
    isLagging: (health) => isLagging(health, options),
    referenceHead: () => computeReferenceHead(healths, clock.now(), maxLagBlocks),
    isFailoverActive,
    unavailableSinceMs,
    reports: () => healths.map((health) => toReport(health, whyUnavailable(health))),
  }
}
