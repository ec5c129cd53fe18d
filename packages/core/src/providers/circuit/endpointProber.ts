import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import { setFairTimeout } from '../../time/fairTimeout.ts'
import { sleep } from '../../time/sleep.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import { minProbeDelayMs } from './breaker.ts'
import { recordHead } from './heads.ts'
import { type EndpointHealth, type HealthRules, whyUnavailable } from './health.ts'
import { isHung } from './hung.ts'
import { computeProbeDelayMs, computeProbeTimeoutMs, neverProbed, type ProbeEvent, stepPace } from './probePace.ts'
import {
  recordCallSent,
  recordProbeAnswer,
  recordProbeFailure,
  recordProbeSuccess,
  recordUnverified,
} from './recordOutcome.ts'

export type ProbeOptions = HealthRules & {
  /**
   * Checks whether an endpoint works, and with `identity` also whether it is on the right chain. Resolves to its head
   * if it has one.
   * @throws {EndpointError}
   */
  readonly probe: (endpoint: Endpoint, signal: Cancellation, identity: boolean) => Promise<bigint | null>
  readonly timeoutMs: number
  /** Time between two checks of a working endpoint. 0 turns the checks off. */
  readonly probeIntervalMs: number
  readonly clock: Clock
}

/** The pool of a prober. */
export type ProbedPool = ProbeOptions & {
  readonly healths: readonly EndpointHealth[]
  readonly signal: AbortSignal
  /** Whether a caller requested the chain id. Endpoints must then return theirs again soon. */
  readonly isIdentityRequested: () => boolean
  readonly onChange: (health: EndpointHealth) => void
}

const busyIntervalMs = 3000
// A verification expires because a load balancer may send later requests to another node.
const verificationLifeMs = 30_000
const minVerifyGapMs = 1000

/** Probes one endpoint before its first use, while it is out of service, and periodically while it works. */
export class EndpointProber {
  readonly #health: EndpointHealth
  readonly #pool: ProbedPool
  #pace = neverProbed
  #timer: NodeJS.Timeout | undefined
  /** The last probe while it runs. */
  #running: Promise<void> | undefined
  /** The next check, shared by requests that wait for it. */
  #nextCheck: Promise<void> | undefined
  /** Called when the endpoint is back in service. */
  readonly #waiting = new Set<() => void>()

  constructor(health: EndpointHealth, pool: ProbedPool) {
    this.#health = health
    this.#pool = pool
  }

  /** Resolves when the endpoint is verified. @throws {EndpointError} */
  async waitUntilVerified(signal: Cancellation): Promise<void> {
    if (this.#health.verified === true) return
    await Promise.race([this.#running ?? this.#probe(this.#pool.timeoutMs), rejectOnAbort(signal)])
  }

  /** Sends a probe and records its outcome. Does not wait for an earlier probe, which may never be answered. */
  async check(): Promise<void> {
    const health = this.#health
    const { healths, clock, signal, timeoutMs } = this.#pool
    const startedAtMs = clock.now()
    const isAnyInService = healths.some((other) => this.#isInService(other))
    const probing = this.#probe(computeProbeTimeoutMs(this.#pace, isAnyInService, timeoutMs))
    this.schedule()
    try {
      await probing
      recordProbeSuccess(health, clock.now(), this.#pool)
    } catch (error) {
      if (signal.aborted) return
      const hasSinceAnswered = health.answeredAtMs >= startedAtMs
      const failure = !hasSinceAnswered && error instanceof EndpointError ? error : undefined
      recordProbeFailure(health, failure, clock.now(), this.#pool)
    }
    // A new head may change the lag of the other endpoints.
    for (const other of healths) this.#pool.onChange(other)
    if (this.#isInService()) for (const notify of this.#waiting) notify()
    this.schedule()
  }

  /** Schedules the next check, counted from the last probe sent, so that a hung probe does not delay it. */
  schedule(): void {
    const health = this.#health
    const { circuit } = health
    const { healths, clock, signal, probeIntervalMs, maxProbeDelayMs } = this.#pool
    if (signal.aborted) return
    clearTimeout(this.#timer)
    const now = clock.now()
    const isSuspect = isHung(health)
    const isUnwell = health.verified !== true || isSuspect || !this.#isInService()
    if (!isUnwell && probeIntervalMs === 0) return
    const delayMs = computeProbeDelayMs({
      isUnwell,
      isOpen: circuit.isOpen || isSuspect,
      backOffMs: circuit.probeDelayMs,
      pauseMs: circuit.pausedUntilMs - now,
      inService: healths.filter((other) => this.#isInService(other)).length,
      maxProbeDelayMs,
      intervalMs: this.#pace.isBusy ? Math.min(busyIntervalMs, probeIntervalMs) : probeIntervalMs,
    })
    const sinceMs = Math.max(this.#pace.checkedAtMs ?? now, isSuspect ? health.overdueAtMs : 0)
    const waitMs = Math.max(0, sinceMs + delayMs - now, circuit.pausedUntilMs - now)
    this.#timer = setTimeout(() => void this.#checkWhenDue(), waitMs).unref()
  }

  /**
   * Probes an endpoint that is out of service immediately, because it has shown signs of life. Sends at most four
   * probes per second.
   */
  probeSoon(): void {
    const isAllowed = this.#health.circuit.retryAfterUntilMs <= this.#pool.clock.now()
    if (isAllowed && this.#sinceProbeMs() > minProbeDelayMs && !this.#isInService()) void this.check()
  }

  /**
   * Checks an endpoint that is out of service, because a request has no other endpoint left. Repeats the check while
   * the endpoint does not respond and `mayWait` returns true. Resolves when the endpoint is in service.
   * @throws {EndpointError} of kind `outOfService`
   */
  async recheck(mayWait: () => boolean = () => false): Promise<void> {
    if (this.#isInService()) return
    let notify = () => {}
    const isBack = new Promise<void>((resolve) => {
      notify = resolve
    })
    this.#waiting.add(notify)
    let reason: string | null
    do {
      await Promise.race([this.#checkNext(), isBack])
      reason = this.#whyUnavailable()
    } while (reason !== null && this.#pace.silentForMs !== null && mayWait())
    this.#waiting.delete(notify)
    if (reason !== null) throw new EndpointError(this.#health.endpoint.name, 'outOfService', reason)
  }

  /** Requests the chain id from an endpoint in service, at most once a second. */
  async verifyWhenDue(): Promise<void> {
    const { clock, signal } = this.#pool
    const waitMs = Math.max(0, this.#health.verifiedAtMs + minVerifyGapMs - clock.now()) + 2
    await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    if (!signal.aborted && this.#isInService()) await this.check()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #probe(timeoutMs: number): Promise<void> {
    const probing = this.#sendProbe(timeoutMs).finally(() => {
      if (this.#running === probing) this.#running = undefined
    })
    this.#running = probing
    return probing
  }

  async #sendProbe(timeoutMs: number): Promise<void> {
    const health = this.#health
    const { healths, clock, signal, maxLagBlocks } = this.#pool
    const startedAt = performance.now()
    const timedOut = new EndpointError(health.endpoint.name, 'broken', `no answer to a probe within ${timeoutMs} ms`)
    const controller = new AbortController()
    const detach = onAbort([signal], (reason) => controller.abort(reason))
    const endTimeout = setFairTimeout(() => controller.abort(timedOut), timeoutMs)
    recordCallSent(health)
    this.#step({ kind: 'sent', atMs: clock.now() })
    const isIdentityShown = this.#needsIdentity()
    try {
      const head = await this.#pool.probe(health.endpoint, controller.signal, isIdentityShown)
      if (head !== null) recordHead(health, head, healths, clock.now(), maxLagBlocks)
      recordProbeAnswer(health, { latencyMs: performance.now() - startedAt, nowMs: clock.now(), isIdentityShown })
      this.#step({ kind: 'answered' })
    } catch (cause) {
      const isTimedOut = controller.signal.reason === timedOut
      this.#step(isTimedOut ? { kind: 'timedOut', afterMs: timeoutMs } : { kind: 'answered' })
      if (isTimedOut) throw this.#toFailure(timedOut)
      throw this.#toFailure(
        cause instanceof EndpointError
          ? cause
          : new EndpointError(health.endpoint.name, 'broken', 'a probe could not be sent', { cause }),
      )
    } finally {
      endTimeout()
      detach()
    }
  }

  /**
   * Returns the failure for a request that waits for this probe. The endpoint counts as unreachable, because the
   * request was not sent. A wrong chain and a rate limit keep their kind.
   */
  #toFailure(error: EndpointError): EndpointError {
    if (error.kind === 'wrongChain') recordUnverified(this.#health, false)
    if (error.kind === 'wrongChain' || error.kind === 'rateLimited') return error
    return new EndpointError(error.endpoint, 'unreachable', error.message, { cause: error })
  }

  #needsIdentity(): boolean {
    const { clock, isIdentityRequested } = this.#pool
    const lifeMs = isIdentityRequested() ? minVerifyGapMs : verificationLifeMs
    return this.#health.verified !== true || clock.now() - this.#health.verifiedAtMs > lifeMs
  }

  /** Skips the probe of a healthy endpoint if its own traffic has just shown a head. */
  async #checkWhenDue(): Promise<void> {
    const health = this.#health
    const now = this.#pool.clock.now()
    const isFresh = now - health.headAtMs < Math.min(busyIntervalMs, this.#pool.probeIntervalMs)
    const isVerified = health.verified === true && now - health.verifiedAtMs < verificationLifeMs
    this.#step({ kind: 'due', calls: health.calls })
    if (!isFresh || !isVerified || isHung(health) || !this.#isInService()) return this.check()
    this.#step({ kind: 'skipped', atMs: now })
    this.schedule()
  }

  /** Sends the next check, at least `minProbeDelayMs` after the last probe. All requests that wait for it share it. */
  #checkNext(): Promise<void> {
    const waitMs = Math.max(0, minProbeDelayMs - this.#sinceProbeMs())
    this.#nextCheck ??= sleep(waitMs, this.#pool.signal).then(() => {
      this.#nextCheck = undefined
      return this.#isInService() ? undefined : this.check()
    })
    return this.#nextCheck
  }

  #sinceProbeMs(): number {
    return this.#pool.clock.now() - this.#pace.sentAtMs
  }

  #whyUnavailable(health = this.#health): string | null {
    return whyUnavailable(health, this.#pool.clock.now(), this.#pool)
  }

  #isInService(health = this.#health): boolean {
    return this.#whyUnavailable(health) === null
  }

  #step(event: ProbeEvent): void {
    this.#pace = stepPace(this.#pace, event)
  }
}

function rejectOnAbort(signal: Cancellation): Promise<never> {
  return new Promise((_, reject) => {
    onAbort([signal], reject)
  })
}
