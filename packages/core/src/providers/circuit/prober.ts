import type { Cancellation } from '../../time/cancel.ts'
import { EndpointProber, type ProbedPool } from './endpointProber.ts'
import type { EndpointHealth } from './health.ts'

/**
 * Probes the endpoints of a pool: it verifies them before first use, probes open circuits and checks heads. See
 * `EndpointProber`.
 */
export type Prober = {
  /** Verifies every endpoint once and keeps probing. Resolves when every endpoint has been probed. */
  start(): Promise<void>
  /** Resolves when an endpoint is verified. @throws {EndpointError} the request was not sent */
  waitUntilVerified(health: EndpointHealth, signal: Cancellation): Promise<void>
  /** Schedules the next probe again, after the endpoint's state or the number of endpoints in service has changed. */
  schedule(health: EndpointHealth): void
  probeSoon(health: EndpointHealth): void
  /** @throws {EndpointError} of kind `outOfService` */
  recheck(health: EndpointHealth, mayWait?: () => boolean): Promise<void>
  /** Requests the chain id again from the endpoints in service, at most once a second. */
  verifySoon(): void
}

export function createProber(options: Omit<ProbedPool, 'isIdentityRequested'>): Prober {
  let isIdentityRequested = false
  const pool: ProbedPool = { ...options, isIdentityRequested: () => isIdentityRequested }
  const probers = new Map(pool.healths.map((health) => [health, new EndpointProber(health, pool)]))
  const all = [...probers.values()]
  const proberOf = (health: EndpointHealth) => probers.get(health) as EndpointProber
  pool.signal.addEventListener('abort', () => {
    for (const prober of all) prober.stop()
  })
  return {
    async start() {
      await Promise.all(all.map((prober) => prober.check()))
    },
    waitUntilVerified: (health, signal) => proberOf(health).waitUntilVerified(signal),
    schedule: (health) => proberOf(health).schedule(),
    probeSoon: (health) => proberOf(health).probeSoon(),
    recheck: (health, mayWait) => proberOf(health).recheck(mayWait),
    verifySoon() {
      if (isIdentityRequested || pool.signal.aborted) return
      isIdentityRequested = true
      void Promise.all(all.map((prober) => prober.verifyWhenDue())).finally(() => {
        isIdentityRequested = false
      })
    },
  }
}
