import { onAbort } from '../time/abort.ts'
import type { Cancellation } from '../time/cancel.ts'
import { sleep } from '../time/sleep.ts'
import type { DispatcherOptions } from './dispatcher.ts'
import { EndpointError } from './failure.ts'
import { recordHead } from './heads.ts'
import { closeCircuit, type EndpointHealth, type HealthRules, recordFailure, whyUnavailable } from './health.ts'

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
  /** Probes an endpoint soon, because it has just become unavailable. */
  hasten(health: EndpointHealth): void
  /** Probes an endpoint now, because it gives signs of life; not more than four times a second. */
  wake(health: EndpointHealth): void
  /** With nobody in service: probes all that may be probed, and waits a moment for the first to be well. */
  rescue(): Promise<void>
}

const maxProbeTimeoutMs = 1000
const maxStrandedMs = 1000
const minWakeMs = 250
const rescueMs = 250
const busyIntervalMs = 3000
const minBusyCalls = 20
// Load balancers change what stands behind an address.
const verificationLifeMs = 30_000

export function createProber(options: ProberOptions): Prober {
  const { healths, clock, signal, onChange, maxLagBlocks } = options
  const rules: HealthRules = options
  const running = new Map<EndpointHealth, Promise<void>>()
  const timers = new Map<EndpointHealth, NodeJS.Timeout>()
  const probedAtMs = new Map<EndpointHealth, number>()
  const callsBefore = new Map<EndpointHealth, number>()
  signal.addEventListener('abort', () => {
    for (const timer of timers.values()) clearTimeout(timer)
  })

  /** One shared probe at a time per endpoint. */
  function probe(health: EndpointHealth, timeoutMs: number): Promise<void> {
    const current = running.get(health)
    if (current !== undefined) return current
    const attempt = runProbe(health, timeoutMs).finally(() => running.delete(health))
    running.set(health, attempt)
    return attempt
  }

  async function runProbe(health: EndpointHealth, timeoutMs: number): Promise<void> {
    const { name } = health.endpoint
    const startedAt = performance.now()
    const timedOut = new EndpointError(name, 'broken', `no answer to a probe within ${timeoutMs} ms`)
    const controller = new AbortController()
    const detach = onAbort([signal], (reason) => controller.abort(reason))
    const timer = setTimeout(() => controller.abort(timedOut), timeoutMs)
    health.calls += 1
    probedAtMs.set(health, clock.now())
    const identity = health.verified !== true || clock.now() - health.verifiedAtMs > verificationLifeMs
    try {
      const head = await options.probe(health.endpoint, controller.signal, identity)
      if (head !== null) recordHead(health, head, healths, clock.now(), maxLagBlocks)
      health.verified = true
      if (identity) health.verifiedAtMs = clock.now()
      health.latencies.add(performance.now() - startedAt)
    } catch (cause) {
      const error = cause instanceof EndpointError && controller.signal.reason !== timedOut ? cause : timedOut
      if (error.kind === 'wrongChain') health.verified = false
      // Whatever was in line behind this probe has not been sent, and an endpoint that fails its probe is not well.
      const telling = error.kind === 'wrongChain' || error.kind === 'rateLimited'
      throw telling ? error : new EndpointError(name, 'unreachable', error.message, { cause: error })
    } finally {
      clearTimeout(timer)
      detach()
    }
  }

  async function tend(health: EndpointHealth): Promise<void> {
    const startedAt = performance.now()
    try {
      await probe(health, Math.min(options.timeoutMs, maxProbeTimeoutMs))
      health.outcomes.add(1)
      closeCircuit(health, clock.now())
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof EndpointError) recordFailure(health, error, clock.now(), rules)
      // One that comes and goes waits longer than the maximum already.
      health.probeDelayMs = Math.max(health.probeDelayMs, Math.min(2 * health.probeDelayMs, options.maxProbeDelayMs))
    }
    // A new head may have moved the lag of the others as well.
    for (const other of healths) onChange(other)
    // The pace counts from start to start, so that waiting for a hung endpoint does not delay its recovery.
    schedule(health, performance.now() - startedAt)
  }

  function schedule(health: EndpointHealth, elapsedMs = 0): void {
    if (signal.aborted) return
    clearTimeout(timers.get(health))
    const ailing = health.verified !== true || whyUnavailable(health, clock.now(), rules) !== null
    if (!ailing && options.probeIntervalMs === 0) return
    const delayMs = ailing ? computePauseMs(health) : computeIntervalMs(health)
    const coolMs = health.coolUntilMs - clock.now()
    timers.set(health, setTimeout(() => void check(health), Math.max(delayMs - elapsedMs, coolMs)).unref())
  }

  /** Nobody in service: then whoever recovers first is wanted at once. */
  function computePauseMs(health: EndpointHealth): number {
    const wanted = health.open ? health.probeDelayMs : options.maxProbeDelayMs
    const stranded = healths.every((other) => whyUnavailable(other, clock.now(), rules) !== null)
    return stranded ? Math.min(wanted, maxStrandedMs) : wanted
  }

  /** An endpoint in use is looked at more often than one that stands by. */
  function computeIntervalMs(health: EndpointHealth): number {
    const busy = health.calls - (callsBefore.get(health) ?? 0) > minBusyCalls
    callsBefore.set(health, health.calls)
    return busy ? Math.min(busyIntervalMs, options.probeIntervalMs) : options.probeIntervalMs
  }

  function wake(health: EndpointHealth): void {
    const now = clock.now()
    const due = now - (probedAtMs.get(health) ?? Number.NEGATIVE_INFINITY) > minWakeMs && health.refusesUntilMs <= now
    if (due && !running.has(health) && whyUnavailable(health, now, rules) !== null) void tend(health)
  }

  /** Real traffic that has just shown a head spares a healthy endpoint its probe. */
  async function check(health: EndpointHealth): Promise<void> {
    const fresh = clock.now() - health.headAtMs < Math.min(busyIntervalMs, options.probeIntervalMs)
    const known = clock.now() - health.verifiedAtMs < verificationLifeMs
    const well = known && health.verified === true && whyUnavailable(health, clock.now(), rules) === null
    if (fresh && well) schedule(health)
    else await tend(health)
  }

  return {
    async start() {
      await Promise.all(healths.map(tend))
    },
    async verified(health, attemptSignal) {
      if (health.verified === true) return
      await Promise.race([probe(health, options.timeoutMs), rejectOnAbort(attemptSignal)])
    },
    hasten: (health) => schedule(health),
    wake,
    async rescue() {
      for (const health of healths) wake(health)
      const well = [...running.values()].map((probing) => probing.catch(() => new Promise<never>(() => {})))
      const lost = Promise.allSettled(running.values())
      await Promise.race([...well, lost, sleep(rescueMs, signal)])
    },
  }
}

function rejectOnAbort(signal: Cancellation): Promise<never> {
  return new Promise((_, reject) => {
    onAbort([signal], reject)
  })
}
