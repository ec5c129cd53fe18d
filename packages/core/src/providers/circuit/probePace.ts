import { minProbeDelayMs } from './breaker.ts'

/** When an endpoint was probed, and what came of it. */
export type ProbePace = {
  /** When the last probe was sent. */
  readonly sentAtMs: number
  /** When the endpoint was last checked, by a probe or by its own traffic; null before the first time. */
  readonly checkedAtMs: number | null
  /** How long the last probe waited without an answer; null where it got one. */
  readonly silentForMs: number | null
  /** Calls made by the last time its traffic was looked at. */
  readonly calls: number
  /** Whether it had much traffic between the last two looks. */
  readonly isBusy: boolean
}

export type ProbeEvent =
  | { readonly kind: 'sent'; readonly atMs: number }
  | { readonly kind: 'answered' }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  /** The time for a check has come; `calls` counts all calls since the pool was made. */
  | { readonly kind: 'due'; readonly calls: number }
  /** Its own traffic has just shown that it is well. */
  | { readonly kind: 'spared'; readonly atMs: number }

const minBusyCalls = 20
const firstTimeoutMs = 1000
// While no endpoint is in service, a slow one (or a busy machine) gets a longer time limit with each probe.
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
    case 'spared':
      return { ...pace, checkedAtMs: event.atMs }
  }
}

export function computeProbeTimeoutMs({ silentForMs }: ProbePace, isAnyInService: boolean, limitMs: number): number {
  const wantedMs = isAnyInService ? firstTimeoutMs : (silentForMs ?? 0) + firstTimeoutMs
  return Math.min(wantedMs, maxTimeoutMs, limitMs)
}

export type ProbeDelayParameters = {
  /** It is out of service, not verified yet, or a call to it is overdue. */
  readonly isUnwell: boolean
  /** Its circuit is open, or a call to it is overdue. */
  readonly isOpen: boolean
  /** The back-off of its circuit. */
  readonly backOffMs: number
  /** How long its rate-limit pause still lasts. */
  readonly pauseMs: number
  /** Endpoints of the pool that are in service. */
  readonly inService: number
  readonly maxProbeDelayMs: number
  /** Between two checks of an endpoint that is well. */
  readonly intervalMs: number
}

/**
 * Time from one probe of an endpoint to the next. While one endpoint or none is in service, the others are probed often,
 * whatever their back-off.
 */
export function computeProbeDelayMs(parameters: ProbeDelayParameters): number {
  if (!parameters.isUnwell) return parameters.intervalMs
  const wantedMs = parameters.isOpen ? parameters.backOffMs : parameters.maxProbeDelayMs
  return Math.max(parameters.inService <= 1 ? Math.min(wantedMs, minProbeDelayMs) : wantedMs, parameters.pauseMs)
}
