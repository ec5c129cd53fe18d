import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import { sleep } from '../../time/sleep.ts'
import type { DispatcherOptions } from '../dispatch/dispatcherOptions.ts'
import { EndpointError } from '../errors.ts'
import { recordHead } from './heads.ts'
import {
  closeCircuit,
  type EndpointHealth,
  type HealthRules,
  isSuspect,
  minProbeDelayMs,
  recordFailure,
  whyUnavailable,
} from './health.ts'
import { computeProbeDelayMs } from './probePace.ts'

export type ProberOptions = DispatcherOptions & {
  readonly healths: readonly EndpointHealth[]
  readonly signal: AbortSignal
  readonly onChange: (health: EndpointHealth) => void
}

/** Looks after endpoints that traffic does not reach: verification before first use, half-open probes, head checks. */
export type Prober = {
  /** Verifies every endpoint once and keeps probing. Resolves when all have been tried. */
  start(): Promise<void>
  /** Resolves when an endpoint has been verified, now or earlier. @throws {EndpointError} nothing was sent to it yet */
  verified(health: EndpointHealth, signal: Cancellation): Promise<void>
  /** Its state, or how many others are in service, has changed: its next probe may be due sooner. */
  reschedule(health: EndpointHealth): void
  /** Probes an endpoint that is out of service now, because it gives signs of life; not more than four times a second. */
  probeSoon(health: EndpointHealth): void
  /**
   * Asks an endpoint that is out of service anew, for a request that has nobody else: whoever asks at the same time
   * shares the probe. One that is only silent is asked again while `mayWait` says so. Resolves when it is in service.
   * @throws {EndpointError} of kind `outOfService`
   */
  recover(health: EndpointHealth, mayWait?: () => boolean): Promise<void>
  /** Somebody wants to know which chain this is: those in service show their chain id again, once a second at most. */
  verifySoon(): void
}

const firstProbeTimeoutMs = 1000
// With nobody in service a slow endpoint, or a busy machine, gets longer each time until it is heard.
const maxProbeTimeoutMs = 3000
const busyIntervalMs = 3000
const minBusyCalls = 20
// Load balancers change what stands behind an address.
const verificationLifeMs = 30_000
const minVerifyGapMs = 1000

export function createProber(options: ProberOptions): Prober {
  const { healths, clock, signal, onChange, maxLagBlocks } = options
  const rules: HealthRules = options
  /** How long the last probe waited in vain, where it did. */
  const silentForMs = new Map<EndpointHealth, number>()
  /** The probe sent last, while it runs. */
  const running = new Map<EndpointHealth, Promise<void>>()
  const timers = new Map<EndpointHealth, NodeJS.Timeout>()
  const sentAtMs = new Map<EndpointHealth, number>()
  /** When it was last looked at, with a probe or without. */
  const lookedAtMs = new Map<EndpointHealth, number>()
  const traffic = new Map<EndpointHealth, { readonly calls: number; readonly isBusy: boolean }>()
  let isIdentityWanted = false
  /** The next check that requests wait for, until it is sent. */
  const awaited = new Map<EndpointHealth, Promise<void>>()
  const onRecovered = new Map<EndpointHealth, Set<() => void>>(healths.map((health) => [health, new Set()]))
  signal.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer)
  })

  const reasonOf = (health: EndpointHealth) => whyUnavailable(health, clock.now(), rules)

  function probe(health: EndpointHealth, timeoutMs: number): Promise<void> {
    const probing = runProbe(health, timeoutMs).finally(() => {
      if (running.get(health) === probing) running.delete(health)
    })
    running.set(health, probing)
    return probing
  }

  async function runProbe(health: EndpointHealth, timeoutMs: number): Promise<void> {
    const { name } = health.endpoint
    const startedAt = performance.now()
    const timedOut = new EndpointError(name, 'broken', `no answer to a probe within ${timeoutMs} ms`)
    const controller = new AbortController()
    const detach = onAbort([signal], (reason) => controller.abort(reason))
    const timer = setTimeout(() => controller.abort(timedOut), timeoutMs)
    health.calls += 1
    sentAtMs.set(health, clock.now())
    lookedAtMs.set(health, clock.now())
    const lifeMs = isIdentityWanted ? minVerifyGapMs : verificationLifeMs
    const identity = health.verified !== true || clock.now() - health.verifiedAtMs > lifeMs
    try {
      const head = await options.probe(health.endpoint, controller.signal, identity)
      if (head !== null) recordHead(health, head, healths, clock.now(), maxLagBlocks)
      health.verified = true
      health.answeredAtMs = clock.now()
      if (identity) health.verifiedAtMs = clock.now()
      health.latencies.add(performance.now() - startedAt)
      silentForMs.delete(health)
    } catch (cause) {
      const isTimedOut = controller.signal.reason === timedOut
      const error = cause instanceof EndpointError && !isTimedOut ? cause : timedOut
      if (isTimedOut) silentForMs.set(health, timeoutMs)
      else silentForMs.delete(health)
      if (error.kind === 'wrongChain') health.verified = false
      // Whatever was in line behind this probe has not been sent, and an endpoint that fails its probe is not well.
      const telling = error.kind === 'wrongChain' || error.kind === 'rateLimited'
      throw telling ? error : new EndpointError(name, 'unreachable', error.message, { cause: error })
    } finally {
      clearTimeout(timer)
      detach()
    }
  }

  /** One probe and what follows from it. An earlier one without an answer yet may have been lost with the fault. */
  async function check(health: EndpointHealth): Promise<void> {
    const startedAtMs = clock.now()
    const probing = probe(health, computeTimeoutMs(health))
    schedule(health)
    try {
      await probing
      health.outcomes.add(1)
      closeCircuit(health, clock.now())
    } catch (error) {
      if (signal.aborted) return
      // It has answered something that was sent later.
      if (health.answeredAtMs < startedAtMs && error instanceof EndpointError)
        recordFailure(health, error, clock.now(), rules)
      // One that comes and goes waits longer than the maximum already.
      health.probeDelayMs = Math.max(health.probeDelayMs, Math.min(2 * health.probeDelayMs, options.maxProbeDelayMs))
    }
    // A new head may have moved the lag of the others as well.
    for (const other of healths) onChange(other)
    if (reasonOf(health) === null) for (const tell of onRecovered.get(health) ?? []) tell()
    schedule(health)
  }

  function computeTimeoutMs(health: EndpointHealth): number {
    const isStranded = healths.every((other) => reasonOf(other) !== null)
    const patienceMs = isStranded ? (silentForMs.get(health) ?? 0) + firstProbeTimeoutMs : firstProbeTimeoutMs
    return Math.min(patienceMs, maxProbeTimeoutMs, options.timeoutMs)
  }

  /** The pace counts from probe to probe, so that waiting for a hung endpoint does not delay its recovery. */
  function schedule(health: EndpointHealth): void {
    if (signal.aborted) return
    clearTimeout(timers.get(health))
    const now = clock.now()
    const isAiling = health.verified !== true || reasonOf(health) !== null || isSuspect(health)
    if (!isAiling && options.probeIntervalMs === 0) return
    const delayMs = computeProbeDelayMs({
      isAiling,
      isOpen: health.open || isSuspect(health),
      backOffMs: health.probeDelayMs,
      coolMs: health.coolUntilMs - now,
      inService: healths.filter((other) => reasonOf(other) === null).length,
      maxProbeDelayMs: options.maxProbeDelayMs,
      intervalMs: computeIntervalMs(health),
    })
    const sinceMs = Math.max(lookedAtMs.get(health) ?? now, isSuspect(health) ? health.overdueAtMs : 0)
    const waitMs = Math.max(0, sinceMs + delayMs - now, health.coolUntilMs - now)
    timers.set(health, setTimeout(() => void checkUnlessFresh(health), waitMs).unref())
  }

  /** An endpoint in use is looked at more often than one that stands by. */
  function computeIntervalMs(health: EndpointHealth): number {
    return traffic.get(health)?.isBusy ? Math.min(busyIntervalMs, options.probeIntervalMs) : options.probeIntervalMs
  }

  /** Real traffic that has just shown a head spares a healthy endpoint its probe. */
  async function checkUnlessFresh(health: EndpointHealth): Promise<void> {
    const now = clock.now()
    const isFresh = now - health.headAtMs < Math.min(busyIntervalMs, options.probeIntervalMs)
    const isKnown = health.verified === true && now - health.verifiedAtMs < verificationLifeMs
    traffic.set(health, {
      calls: health.calls,
      isBusy: health.calls - (traffic.get(health)?.calls ?? 0) > minBusyCalls,
    })
    if (!isFresh || !isKnown || reasonOf(health) !== null || isSuspect(health)) return check(health)
    lookedAtMs.set(health, now)
    schedule(health)
  }

  /** Asks an endpoint in service for its chain id, as soon as it has not shown it for the shortest gap. */
  async function verifyWhenDue(health: EndpointHealth): Promise<void> {
    const waitMs = Math.max(0, health.verifiedAtMs + minVerifyGapMs - clock.now()) + 2
    await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    if (!signal.aborted && reasonOf(health) === null) await check(health)
  }

  function sinceLastProbeMs(health: EndpointHealth): number {
    return clock.now() - (sentAtMs.get(health) ?? Number.NEGATIVE_INFINITY)
  }

  /** The next check of an endpoint, as soon as the last one is long enough ago; one for all who wait for it. */
  function checkNext(health: EndpointHealth): Promise<void> {
    const shared = awaited.get(health)
    if (shared !== undefined) return shared
    const checking = sleep(Math.max(0, minProbeDelayMs - sinceLastProbeMs(health)), signal).then(() => {
      awaited.delete(health)
      return reasonOf(health) === null ? undefined : check(health)
    })
    awaited.set(health, checking)
    return checking
  }

  return {
    async start() {
      await Promise.all(healths.map(check))
    },
    async verified(health, attemptSignal) {
      if (health.verified === true) return
      await Promise.race([running.get(health) ?? probe(health, options.timeoutMs), rejectOnAbort(attemptSignal)])
    },
    reschedule: schedule,
    probeSoon(health) {
      const isDue = sinceLastProbeMs(health) > minProbeDelayMs && health.refusesUntilMs <= clock.now()
      if (isDue && reasonOf(health) !== null) void check(health)
    },
    async recover(health, mayWait = () => false) {
      let reason = reasonOf(health)
      if (reason === null) return
      const listeners = onRecovered.get(health)
      let tell = () => {}
      const recovered = new Promise<void>((resolve) => {
        tell = resolve
      })
      listeners?.add(tell)
      do {
        await Promise.race([checkNext(health), recovered])
        reason = reasonOf(health)
      } while (reason !== null && silentForMs.has(health) && mayWait())
      listeners?.delete(tell)
      if (reason !== null) throw new EndpointError(health.endpoint.name, 'outOfService', reason)
    },
    verifySoon() {
      if (isIdentityWanted || signal.aborted) return
      isIdentityWanted = true
      void Promise.all(healths.map(verifyWhenDue)).finally(() => {
        isIdentityWanted = false
      })
    },
  }
}

function rejectOnAbort(signal: Cancellation): Promise<never> {
  return new Promise((_, reject) => {
    onAbort([signal], reject)
  })
}
