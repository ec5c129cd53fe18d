import type { EndpointHealth } from './health.ts'

/**
 * Returns whether an endpoint is hung. This means that a call is overdue (see `computeHedgeDelayMs`) and the endpoint
 * has answered no call since. Other endpoints are called first until it answers. A single call ends at its time limit
 * (`dispatch/attempt.ts`), and several calls in a row without an answer open the circuit (`breaker.ts`).
 */
export function isHung({ overdueAtMs, answeredAtMs }: EndpointHealth): boolean {
  return overdueAtMs > answeredAtMs
}
