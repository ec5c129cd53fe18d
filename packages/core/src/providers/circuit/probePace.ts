import { minProbeDelayMs } from './breaker.ts'

/** When an endpoint was probed, and with what result. */
export type ProbePace = {
  /** When the last probe was sent. */
  readonly sentAtMs: number
  /** Time when the endpoint was last checked, by a probe or by its own traffic. Null before the first check. */
  readonly checkedAtMs: number | null
  /** How long the last probe waited without an answer. Null if it was answered. */
  readonly silentForMs: number | null
  /** Number of calls when its traffic was last checked. */
  readonly calls: number
  /** Whether the endpoint had much traffic between the last two checks. */
  readonly isBusy: boolean
}

export type ProbeEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'answered' }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  /** A check is due. `calls` counts all calls since the pool was created. */
  | { readonly kind: 'due'; readonly calls: number }
  /** No probe was needed, because the endpoint's own traffic has just shown that it works. */
  | { readonly kind: 'skipped'; readonly atMs: number }

const minBusyCalls = 20
const firstTimeoutMs = 1000
// While no endpoint is in service, each probe may take longer than the last one, for slow endpoints and busy machines.
const maxTimeoutMs = 3000

export const neverProbed: ProbePace = {
  sentAtMs: Number.NEGATIVE_INFINITY,
  checkedAtMs: null,
  silentForMs: null,
  calls: 0,
  isBusy: false,
}

export function stepPace(pace: ProbePace, event: ProbeEvent): ProbePace {
  switch (event.kind) {
    case 'sent':
      return { ...pace, sentAtMs: event.atMs, checkedAtMs: event.atMs }
    case 'answered':
      return { ...pace, silentForMs: null }
    case 'timedOut':
      return { ...pace, silentForMs: event.afterMs }
    case 'due':
      return { ...pace, calls: event.calls, isBusy: event.calls - pace.calls > minBusyCalls }
    case 'skipped':
      return { ...pace, checkedAtMs: event.atMs }
  }
}

export function computeProbeTimeoutMs({ silentForMs }: ProbePace, isAnyInService: boolean, limitMs: number): number {
  const neededMs = isAnyInService ? firstTimeoutMs : (silentForMs ?? 0) + firstTimeoutMs
  return Math.min(neededMs, maxTimeoutMs, limitMs)
}

export type ProbeDelayParameters = {
  /** Whether the endpoint is out of service, not verified yet, or hung. */
  readonly isUnwell: boolean
  /** Whether the endpoint's circuit is open, or the endpoint is hung. */
  readonly isOpen: boolean
  /** The back-off of the endpoint's circuit. */
  readonly backOffMs: number
  /** Remaining time of its rate-limit pause. */
  readonly pauseMs: number
  /** Number of endpoints of the pool that are in service. */
  readonly inService: number
  readonly maxProbeDelayMs: number
  /** Time between two checks of a working endpoint. */
  readonly intervalMs: number
}

/**
 * Returns the time between two probes of an endpoint. While at most one endpoint is in service, the others are probed every
 * 250 ms, regardless of their back-off.
 */
export function computeProbeDelayMs(parameters: ProbeDelayParameters): number {
  if (!parameters.isUnwell) return parameters.intervalMs
  const delayMs = parameters.isOpen ? parameters.backOffMs : parameters.maxProbeDelayMs
  return Math.max(parameters.inService <= 1 ? Math.min(delayMs, minProbeDelayMs) : delayMs, parameters.pauseMs)
}
