import { setMaxListeners } from 'node:events'
import { createEmitter, type Emitter } from '../events/emitter.ts'
import { onAbort } from '../time/abort.ts'
import type { Cancellation } from '../time/cancel.ts'
import { type Clock, monotonicClock } from '../time/clock.ts'
import { sleep } from '../time/sleep.ts'
import { type Attempt, createAttempt, type EndpointCall } from './attempt.ts'
import { type Endpoint, type EndpointConfig, toEndpoints } from './endpoint.ts'
import { AllProvidersFailedError, EndpointError, type FailureKind, PoolClosedError } from './failure.ts'
import { computeReferenceHead, recordHead } from './heads.ts'
import {
  computeHedgeDelayMs,
  createHealth,
  type EndpointHealth,
  type HealthRules,
  recordStrike,
  toReport,
  toStatus,
  whyUnavailable,
} from './health.ts'
import type { Answer, EndpointStatus, PoolEvents, PoolReport } from './poolTypes.ts'
import { createProber } from './prober.ts'
import { raceAttempts } from './race.ts'
import { disconnect } from './wire/connection.ts'

export type DispatcherOptions = {
  readonly name: string
  readonly endpoints: readonly (string | EndpointConfig)[]
  /** Asks whether an endpoint is well, and with `identity` whether it is the right one; resolves to its head where it has one. @throws {EndpointError} */
  readonly probe: (endpoint: Endpoint, signal: Cancellation, identity: boolean) => Promise<bigint | null>
  readonly timeoutMs: number
  readonly hedgeDelayMs: number | undefined
  readonly failureThreshold: number
  readonly maxProbeDelayMs: number
  readonly probeIntervalMs: number
  readonly maxLagBlocks: number
  readonly retries: number
  readonly clock: Clock
  readonly signal: AbortSignal | undefined
}

/** Choice, hedge, circuit and probes over a primary and its backups, for any protocol. */
export type Dispatcher = Emitter<PoolEvents> & {
  readonly healths: readonly EndpointHealth[]
  /** Aborted when the dispatcher closes. */
  readonly signal: AbortSignal
  /** First choice, then backups in parallel when it is late, next choice when it fails, once more when all did. @throws {AllProvidersFailedError} */
  dispatch<result>(call: EndpointCall<result>, options?: DispatchOptions): Promise<Answer<result>>
  /** One call to one endpoint, with verification before its first use; its outcome counts for its health. */
  readonly attempt: Attempt
  /** Endpoints that may be asked now, best first. Waits a moment for the first verification. */
  candidates(call?: Pick<EndpointCall<never>, 'isAble'>, prefer?: string): Promise<readonly EndpointHealth[]>
  /** How long it may take before others are asked as well. */
  hedgeDelayMs(health: EndpointHealth, method: string): number
  /** It had not answered when others had, though it was late. */
  onLate(health: EndpointHealth): void
  /** An endpoint gives signs of life: it is probed now if it is not in service. */
  hasten(health: EndpointHealth): void
  /** Counted by whoever answers. */
  readonly answers: { cached: number; hedged: number; other: number }
  /** Notes a head that an endpoint has shown. @throws {EndpointError} it cannot be one of this chain */
  observeHead(health: EndpointHealth, head: bigint): void
  /** The head the endpoints are measured against. */
  referenceHead(): bigint | null
  failuresOf(asked: readonly EndpointError[]): readonly EndpointError[]
  report(): PoolReport
  close(): Promise<void>
}

export type DispatchOptions = {
  readonly signal?: Cancellation | undefined
  readonly hedge?: boolean
  readonly prefer?: string | undefined
}

export const defaultRules = {
  timeoutMs: 5000,
  hedgeDelayMs: undefined,
  failureThreshold: 3,
  maxProbeDelayMs: 4000,
  retries: 1,
  clock: monotonicClock,
  signal: undefined,
} as const

const maxHedges = 2
const firstVerificationMs = 100
const retryDelayMs = 50
// An empty answer waits so long for another endpoint to confirm it.
const secondOpinionMs = 150

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { name, clock, timeoutMs, maxLagBlocks } = options
  const rules: HealthRules = options
  const healths = toEndpoints(options.endpoints).map(createHealth)
  const events = createEmitter<PoolEvents>()
  const lifetime = new AbortController()
  // Every request that waits for an endpoint to be well listens for the end; that is not a leak.
  setMaxListeners(0, lifetime.signal)
  const statuses = new Map<EndpointHealth, EndpointStatus>(healths.map((health) => [health, 'unknown']))
  let failoverActive = false
  const answers = { cached: 0, hedged: 0, other: 0 }
  let firstVerification: Promise<unknown> | undefined
  let verifiedOnce = false

  const prober = createProber({ ...options, healths, signal: lifetime.signal, onChange: refresh })
  const attempt = createAttempt({
    timeoutMs,
    rules,
    clock,
    prober,
    events,
    lifetime: lifetime.signal,
    refresh,
  })

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
    // One that is out for long is wanted sooner now, should nobody be left.
    if (to === 'unavailable') for (const other of healths) if (unavailable(other) !== null) prober.hasten(other)
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

  async function candidates(call: Pick<EndpointCall<never>, 'isAble'> = {}, prefer?: string) {
    if (lifetime.signal.aborted) throw new PoolClosedError(name)
    // A lagging primary is only recognised beside its backups, so the very first request waits for them a moment.
    firstVerification ??= Promise.race([
      prober.start(),
      sleep(options.hedgeDelayMs ?? firstVerificationMs, lifetime.signal),
    ]).finally(() => {
      verifiedOnce = true
    })
    if (!verifiedOnce) await firstVerification
    const nowMs = clock.now()
    let open = inService()
    if (open.length === 0) {
      // The last one has just failed, and another may have recovered meanwhile without anybody having looked.
      await prober.rescue()
      open = inService()
    }
    const able = call.isAble === undefined ? open : open.filter(call.isAble)
    const order = able.length > 0 ? able : open
    if (order.length < 2) return order
    // What is beyond its budget comes last; a stable sort keeps the primary first among equals.
    const rank = (health: EndpointHealth) =>
      Number(!health.budget.has(nowMs)) * 2 + Number(prefer !== undefined && health.endpoint.name !== prefer)
    return order.every((health) => rank(health) === 0) ? order : [...order].sort((a, b) => rank(a) - rank(b))
  }

  function inService(): readonly EndpointHealth[] {
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
    let attempts = 0
    for (let round = 0; ; round += 1) {
      const order = await candidates(call, how.prefer)
      const [first] = order
      if (first === undefined) throw new AllProvidersFailedError(name, call.method, failuresOf([]))
      const outcome = await raceAttempts<EndpointHealth, result>({
        order,
        hedgeDelayMs: computeHedgeDelayMs(first, call.method, rules),
        maxHedges: how.hedge === false ? 0 : maxHedges,
        signal: how.signal,
        attempt: (health, hedge, isLate) => attempt(health, call, { signal: how.signal, hedge, isLate }),
        isFinal,
        patienceMs: (error) => (isKind(error, 'empty') ? secondOpinionMs : undefined),
        onLate,
      })
      attempts += outcome.attempts
      const parts = { attempts, hedged: outcome.hedged, startedAt }
      const failures = outcome.failures.filter((error) => error instanceof EndpointError)
      if (outcome.ok) {
        for (const { endpoint, kind } of failures)
          if (kind === 'empty') call.onDenied?.(healthOf(endpoint), outcome.result)
        return toAnswer(outcome.winner, outcome.result, parts)
      }
      lifetime.signal.throwIfAborted()
      const empty = failures.find(({ kind }) => kind === 'empty')
      const said = toVerdict(failures)
      if (said !== undefined) throw said
      if (empty !== undefined) return toAnswer(healthOf(empty.endpoint), empty.answer as result, parts)
      const elapsedMs = performance.now() - startedAt
      const hopeless = failures.every(({ kind }) => kind === 'unsupported' || kind === 'rateLimited')
      if (round >= options.retries || hopeless || elapsedMs > timeoutMs / 2)
        throw new AllProvidersFailedError(name, call.method, failuresOf(failures))
      const others = inService().length < healths.length
      await (others ? prober.rescue() : sleep(retryDelayMs * (1 + Math.random()), how.signal))
      how.signal?.throwIfAborted()
    }
  }

  function onLate(health: EndpointHealth): void {
    // Lateness is a comparison: it never takes the last endpoint out of service.
    if (healths.every((other) => other === health || unavailable(other) !== null)) return
    health.lastError = { code: 'late', message: 'It answers late.', atMs: clock.now() }
    recordStrike(health, clock.now(), rules)
    refresh(health)
  }

  function healthOf(endpoint: string): EndpointHealth {
    return healths.find((health) => health.endpoint.name === endpoint) as EndpointHealth
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
      answers: { ...answers },
      head: heads.reduce<bigint | null>((best, head) => (best === null || head > best ? head : best), null),
      endpoints: reports,
    }
  }

  async function close(): Promise<void> {
    if (lifetime.signal.aborted) return
    lifetime.abort(new PoolClosedError(name))
    events.emit('close', { name })
    events.clear()
    await Promise.all(healths.map(({ endpoint }) => disconnect(endpoint)))
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
    hedgeDelayMs: (health, method) => computeHedgeDelayMs(health, method, rules),
    onLate,
    hasten: prober.wake,
    answers,
    observeHead,
    referenceHead: () => computeReferenceHead(healths, clock.now(), maxLagBlocks),
    failuresOf,
    report,
    close,
  }
}

export type AnswerParts = { readonly attempts: number; readonly hedged: boolean; readonly startedAt: number }

export function toAnswer<result>({ endpoint }: EndpointHealth, result: result, parts: AnswerParts): Answer<result> {
  return {
    result,
    provider: endpoint.name,
    role: endpoint.role,
    attempts: parts.attempts,
    hedged: parts.hedged,
    cached: false,
    ageMs: 0,
    block: null,
    latencyMs: performance.now() - parts.startedAt,
  }
}

function isKind(error: unknown, kind: FailureKind): boolean {
  return error instanceof EndpointError && error.kind === kind
}

/** An answer of the chain is everyone's; that there is nothing is believed when two say so. */
function isFinal(failures: readonly unknown[]): boolean {
  return isKind(failures.at(-1), 'answer') || failures.filter((error) => isKind(error, 'empty')).length > 1
}

/** The error that is the chain's own answer, if the failures amount to one. */
function toVerdict(failures: readonly EndpointError[]): EndpointError | undefined {
  const answered = failures.find(({ kind }) => kind === 'answer')
  if (answered !== undefined) return answered
  if (failures.some(({ kind }) => kind === 'empty')) return undefined
  // Nobody is at fault and nobody knows better, or two say the same: then this is the answer.
  const blameless = failures.every(({ kind }) => kind === 'doubtful' || kind === 'unsupported')
  const spoken = failures.filter(({ answer }) => answer !== undefined)
  const agreed = spoken.find(({ message }, index) =>
    spoken.some((other, at) => at > index && other.message === message),
  )
  const said = agreed ?? (blameless ? spoken[0] : undefined)
  return said && new EndpointError(said.endpoint, 'answer', said.message, { answer: said.answer })
}
