import type { Cancellation } from '../../time/cancel.ts'
import { EndpointProber, type ProbedPool } from './endpointProber.ts'
import type { EndpointHealth } from './health.ts'

/** Checks endpoints that traffic does not reach: verification before first use, half-open probes, head checks. */
export type Prober = {
  /** Verifies every endpoint once and keeps probing. Resolves when all have been tried. */
  start(): Promise<void>
  /** Resolves when an endpoint has been verified, now or earlier. @throws {EndpointError} nothing was sent to it yet */
  waitUntilVerified(health: EndpointHealth, signal: Cancellation): Promise<void>
  /** Its state, or how many others are in service, has changed: its next probe may be due sooner. */
  schedule(health: EndpointHealth): void
  /** Probes an endpoint that is out of service now, because it gives signs of life; at most four times a second. */
  probeSoon(health: EndpointHealth): void
  /**
   * Checks an endpoint that is out of service for a request that has no other one left; requests of the same time share
   * the probe. One that does not answer is checked again while `mayWait` says so. Resolves when it is in service.
   * @throws {EndpointError} of kind `outOfService`
   */
  recheck(health: EndpointHealth, mayWait?: () => boolean): Promise<void>
  /** A caller asks for the chain id: endpoints in service show theirs again, once a second at most. */
  verifySoon(): void
}

export function createProber(options: Omit<ProbedPool, 'isIdentityWanted'>): Prober {
  let isIdentityWanted = false
  const pool: ProbedPool = { ...options, isIdentityWanted: () => isIdentityWanted }
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
      if (isIdentityWanted || pool.signal.aborted) return
      isIdentityWanted = true
      void Promise.all(all.map((prober) => prober.verifyWhenDue())).finally(() => {
        isIdentityWanted = false
      })
    },
  }
}
