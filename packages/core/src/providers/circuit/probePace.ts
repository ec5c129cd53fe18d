import { minProbeDelayMs } from './health.ts'

export type ProbePace = {
  /** Out of service, not verified yet, or silent while it owes an answer. */
  readonly isAiling: boolean
  readonly isOpen: boolean
  /** How long the circuit's own back-off waits. */
  readonly backOffMs: number
  /** How long the endpoint is still not to be asked because it was asked too often. */
  readonly coolMs: number
  /** Endpoints of the pool that are in service. */
  readonly inService: number
  readonly maxProbeDelayMs: number
  /** Between two checks of one that is well. */
  readonly intervalMs: number
}

/**
 * Time from one probe of an endpoint to the next. With one endpoint left in service, or none, whoever is well again is
 * wanted at once, however often it has come and gone.
 */
export function computeProbeDelayMs(pace: ProbePace): number {
  if (!pace.isAiling) return pace.intervalMs
  const wantedMs = pace.isOpen ? pace.backOffMs : pace.maxProbeDelayMs
  return Math.max(pace.inService <= 1 ? Math.min(wantedMs, minProbeDelayMs) : wantedMs, pace.coolMs)
}
