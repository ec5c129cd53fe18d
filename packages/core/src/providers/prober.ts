import { onAbort } from '../time/abort.ts'
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
  verified(health: EndpointHealth, signal: AbortSignal): Promise<void>
  /** Probes an endpoint soon, because it has just become unavailable. */
  hasten(health: EndpointHealth): void
}

const maxProbeTimeoutMs = 1000
// Load balancers change what stands behind an address.
const verificationLifeMs = 30_000

export function createProber(options: ProberOptions): Prober {
  const { healths, clock, signal, onChange, maxLagBlocks } = options
  const rules: HealthRules = options
  const running = new Map<EndpointHealth, Promise<void>>()
  const timers = new Map<EndpointHealth, NodeJS.Timeout>()
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
    const timedOut = new EndpointError(name, 'unreachable', `no answer to a probe within ${timeoutMs} ms`)
    const controller = new AbortController()
    const detach = onAbort([signal], (reason) => controller.abort(reason))
    const timer = setTimeout(() => controller.abort(timedOut), timeoutMs)
    health.calls += 1
    try {
      const head = await options.probe(health.endpoint, controller.signal)
      if (head !== null) recordHead(health, head, healths, clock.now(), maxLagBlocks)
      health.verified = true
      health.verifiedAtMs = clock.now()
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
      health.probeDelayMs = Math.min(2 * health.probeDelayMs, options.maxProbeDelayMs)
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
    const delayMs = health.open ? health.probeDelayMs : ailing ? options.maxProbeDelayMs : options.probeIntervalMs
    const pauseMs = health.coolUntilMs - clock.now()
    timers.set(health, setTimeout(() => void check(health), Math.max(delayMs - elapsedMs, pauseMs)).unref())
  }

  /** Real traffic that has just shown a head spares a healthy endpoint its probe. */
  async function check(health: EndpointHealth): Promise<void> {
    const fresh = clock.now() - health.headAtMs < options.probeIntervalMs
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
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    onAbort([signal], reject)
  })
}
