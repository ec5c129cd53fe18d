import { setMaxListeners } from 'node:events'
import { BaseError } from '../errors/baseError.ts'
import { createEmitter, type Emitter } from '../events/emitter.ts'
import { onAbort } from '../time/abort.ts'
import { type Clock, monotonicClock } from '../time/clock.ts'
import { sleep } from '../time/sleep.ts'
import { type Endpoint, type EndpointConfig, toEndpoints } from './endpoint.ts'
import { AllProvidersFailedError, EndpointError, PoolClosedError } from './failure.ts'
import { computeReferenceHead, recordHead } from './heads.ts'
import {
  computeHedgeDelayMs,
  createHealth,
  type EndpointHealth,
  type HealthRules,
  recordFailure,
  recordLatency,
  recordStrike,
  recordSuccess,
  toReport,
  toStatus,
  whyUnavailable,
} from './health.ts'
import type { Answer, EndpointStatus, PoolEvents, PoolReport } from './poolTypes.ts'
import { createProber } from './prober.ts'
import { raceAttempts } from './race.ts'
import { redactText } from './redact.ts'

/** One logical request, and how it is put to an endpoint. */
export type EndpointCall<result> = {
  /** Method or path: names the call in errors and keys its learned latency. */
  readonly method: string
  /** @throws {EndpointError} */
  run(endpoint: Endpoint, signal: AbortSignal): Promise<result>
  /** Looks at a result before it counts as an answer; throws when the endpoint is not to be believed. */
  readonly check?: (result: result, health: EndpointHealth) => void
}

export type DispatcherOptions = {
  readonly name: string
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Proves that an endpoint is what it should be; resolves to its head where it has one. @throws {EndpointError} */
  readonly probe: (endpoint: Endpoint, signal: AbortSignal) => Promise<bigint | null>
  readonly timeoutMs: number
  readonly hedgeDelayMs: number | undefined
  readonly failureThreshold: number
  readonly maxProbeDelayMs: number
  readonly probeIntervalMs: number
  readonly maxLagBlocks: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** Choice, hedge, circuit and probes over a primary and its backups, for any protocol. */
export type Dispatcher = Emitter<PoolEvents> & {
  readonly healths: readonly EndpointHealth[]
  /** Aborted when the dispatcher closes. */
  readonly signal: AbortSignal
  /** First choice, then backups in parallel when it is late, next choice when it fails. @throws {AllProvidersFailedError} */
  dispatch<result>(call: EndpointCall<result>, options?: DispatchOptions): Promise<Answer<result>>
  /** One call to one endpoint, with verification before its first use; its outcome counts for its health. */
  attempt<result>(health: EndpointHealth, call: EndpointCall<result>, options: AttemptOptions): Promise<result>
  /** Endpoints that may be asked now, in order of preference. Waits a moment for the first verification. */
  candidates(): Promise<readonly EndpointHealth[]>
  /** Notes a head that an endpoint has shown. @throws {EndpointError} it cannot be one of this chain */
  observeHead(health: EndpointHealth, head: bigint): void
  /** The head the endpoints are measured against. */
  referenceHead(): bigint | null
  failuresOf(asked: readonly EndpointError[]): readonly EndpointError[]
  report(): PoolReport
  close(): Promise<void>
}

export type DispatchOptions = { readonly signal?: AbortSignal | undefined; readonly hedge?: boolean }
export type AttemptOptions = {
  readonly signal?: AbortSignal | undefined
  readonly hedge: boolean
  readonly isLate?: () => boolean
}

export const defaultRules = {
  timeoutMs: 5000,
  hedgeDelayMs: undefined,
  failureThreshold: 3,
  maxProbeDelayMs: 1000,
  clock: monotonicClock,
  signal: undefined,
} as const

const maxHedges = 2
const firstVerificationMs = 100

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { name, clock, timeoutMs, maxLagBlocks } = options
  const rules: HealthRules = options
  const healths = toEndpoints(options.endpoints).map(createHealth)
  const events = createEmitter<PoolEvents>()
  const lifetime = new AbortController()
  // Every call in flight listens for the end; that is not a leak.
  setMaxListeners(0, lifetime.signal)
  const statuses = new Map<EndpointHealth, EndpointStatus>(healths.map((health) => [health, 'unknown']))
  let failoverActive = false
  let firstVerification: Promise<unknown> | undefined

  const prober = createProber({ ...options, healths, signal: lifetime.signal, onChange: refresh })

  function unavailable(health: EndpointHealth): string | null {
    return whyUnavailable(health, clock.now(), rules)
  }

  /** Whether a backup has to stand in for the primary, and can. */
  function isFailoverActive(): boolean {
    const [primary, ...backups] = healths.map((health) => unavailable(health) === null)
    return primary === false && backups.includes(true)
  }

  /** Tells listeners what has changed, and has ailing endpoints probed. */
  function refresh(health: EndpointHealth): void {
    const why = unavailable(health)
    const from = statuses.get(health) ?? 'unknown'
    const to = toStatus(health, why)
    if (to === from) return
    statuses.set(health, to)
    if (to === 'unavailable') prober.hasten(health)
    const { reason } = toReport(health, why)
    events.emit('status', { endpoint: health.endpoint.name, from, to, reason })
    const active = isFailoverActive()
    if (active === failoverActive) return
    failoverActive = active
    events.emit('failover', { active, reason })
  }

  function observeHead(health: EndpointHealth, head: bigint): void {
    try {
      recordHead(health, head, healths, clock.now(), maxLagBlocks)
    } catch (error) {
      // Another chain, perhaps: verified again before it is used again.
      health.verified = null
      throw error
    }
    for (const other of healths) refresh(other)
  }

  async function attempt<result>(health: EndpointHealth, call: EndpointCall<result>, how: AttemptOptions) {
    const { endpoint } = health
    const startedAt = performance.now()
    const sentAtMs = clock.now()
    const controller = new AbortController()
    const timedOut = new EndpointError(endpoint.name, 'broken', `no answer within ${timeoutMs} ms`)
    const timer = setTimeout(() => controller.abort(timedOut), timeoutMs)
    const detachCall = onAbort([how.signal, lifetime.signal], (reason) => controller.abort(reason))
    const ended = (outcome: PoolEvents['call']['outcome']) =>
      events.emit('call', {
        endpoint: endpoint.name,
        method: call.method,
        outcome,
        hedge: how.hedge,
        latencyMs: performance.now() - startedAt,
      })
    try {
      await prober.verified(health, controller.signal)
      health.calls += 1
      const result = await call.run(endpoint, controller.signal)
      call.check?.(result, health)
      const latencyMs = performance.now() - startedAt
      if (how.isLate?.()) recordLatency(health, call.method, latencyMs, rules)
      else recordSuccess(health, call.method, latencyMs, rules)
      ended('ok')
      refresh(health)
      return result
    } catch (cause) {
      if (controller.signal.aborted && controller.signal.reason !== timedOut) throw controller.signal.reason
      const error = controller.signal.aborted ? timedOut : toEndpointError(endpoint, cause)
      if (error.kind === 'wrongChain') health.verified = false
      if (sentAtMs >= health.recoveredAtMs) recordFailure(health, error, clock.now(), rules)
      ended(error.kind === 'answer' ? 'answerError' : 'failed')
      refresh(health)
      throw error
    } finally {
      clearTimeout(timer)
      detachCall()
    }
  }

  async function candidates(): Promise<readonly EndpointHealth[]> {
    if (lifetime.signal.aborted) throw new PoolClosedError(name)
    // A lagging primary is only recognised beside its backups, so the very first request waits for them a moment.
    firstVerification ??= Promise.race([
      prober.start(),
      sleep(options.hedgeDelayMs ?? firstVerificationMs, lifetime.signal),
    ])
    await firstVerification
    return healths.filter((health) => unavailable(health) === null)
  }

  /** The failures of those that were asked, then the reasons why the others were not. */
  function failuresOf(asked: readonly EndpointError[]): readonly EndpointError[] {
    const left = healths.filter(({ endpoint }) => !asked.some((failure) => failure.endpoint === endpoint.name))
    return [
      ...asked,
      ...left.map((health) => new EndpointError(health.endpoint.name, 'broken', unavailable(health) ?? 'not asked')),
    ]
  }

  async function dispatch<result>(call: EndpointCall<result>, how: DispatchOptions = {}): Promise<Answer<result>> {
    const startedAt = performance.now()
    const order = await candidates()
    const [first] = order
    if (first === undefined) throw new AllProvidersFailedError(name, call.method, failuresOf([]))
    const outcome = await raceAttempts<EndpointHealth, result>({
      order,
      hedgeDelayMs: computeHedgeDelayMs(first, call.method, rules),
      maxHedges: how.hedge === false ? 0 : maxHedges,
      signal: how.signal,
      attempt: (health, hedge, isLate) => attempt(health, call, { signal: how.signal, hedge, isLate }),
      isFinal: (error) => error instanceof EndpointError && error.kind === 'answer',
      onLate: (health) => {
        recordStrike(health, rules)
        refresh(health)
      },
    })
    if (!outcome.ok) {
      lifetime.signal.throwIfAborted()
      const failures = outcome.failures.filter((error) => error instanceof EndpointError)
      const answered = failures.find(({ kind }) => kind === 'answer')
      if (answered !== undefined) throw answered
      // Nobody is at fault and nobody knows better: then this is the answer.
      const blameless = failures.every(({ kind }) => kind === 'doubtful' || kind === 'unsupported')
      const said = blameless ? failures.find(({ answer }) => answer !== undefined) : undefined
      if (said !== undefined) throw new EndpointError(said.endpoint, 'answer', said.message, { answer: said.answer })
      throw new AllProvidersFailedError(name, call.method, failuresOf(failures))
    }
    const { endpoint } = outcome.winner
    return {
      result: outcome.result,
      endpoint: endpoint.name,
      role: endpoint.role,
      attempts: outcome.attempts,
      hedged: outcome.hedged,
      latencyMs: performance.now() - startedAt,
    }
  }

  function report(): PoolReport {
    const reports = healths.map((health) => toReport(health, unavailable(health)))
    const [primary] = reports
    const anyAvailable = reports.some(({ status }) => status !== 'unavailable')
    const well = primary?.status === 'healthy' || primary?.status === 'unknown'
    const heads = reports.flatMap(({ head }) => head ?? [])
    return {
      chain: name,
      status: !anyAvailable ? 'unavailable' : well ? 'healthy' : 'degraded',
      failoverActive: isFailoverActive(),
      head: heads.reduce<bigint | null>((best, head) => (best === null || head > best ? head : best), null),
      endpoints: reports,
    }
  }

  async function close(): Promise<void> {
    if (lifetime.signal.aborted) return
    lifetime.abort(new PoolClosedError(name))
    events.clear()
  }
  lifetime.signal.addEventListener(
    'abort',
    onAbort([options.signal], () => void close()),
    { once: true },
  )

  return {
    ...events,
    healths,
    signal: lifetime.signal,
    dispatch,
    attempt,
    candidates,
    observeHead,
    referenceHead: () => computeReferenceHead(healths, clock.now(), maxLagBlocks),
    failuresOf,
    report,
    close,
  }
}

function toEndpointError(endpoint: Endpoint, cause: unknown): EndpointError {
  if (cause instanceof EndpointError) return cause
  if (cause instanceof BaseError) return new EndpointError(endpoint.name, 'broken', cause.message, { cause })
  return new EndpointError(endpoint.name, 'broken', redactText(String(cause)), { cause })
}
