import { setMaxListeners } from 'node:events'
import { createEmitter, type Emitter } from '../../events/emitter.ts'
import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import { monotonicClock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import { computeReferenceHead, recordHead } from '../circuit/heads.ts'
import {
  computeHedgeDelayMs,
  createHealth,
  type EndpointHealth,
  type HealthRules,
  isSuspect,
  recordStrike,
  toReport,
  toStatus,
  whyUnavailable,
} from '../circuit/health.ts'
import { createProber } from '../circuit/prober.ts'
import { toEndpoints } from '../endpoint.ts'
import { AllProvidersFailedError, EndpointError, PoolClosedError } from '../errors.ts'
import type { Answer, EndpointStatus, PoolEvents, PoolReport } from '../poolTypes.ts'
import { disconnect } from '../wire/connection.ts'
import { askAround } from './askAround.ts'
import { type Attempt, createAttempt, type EndpointCall } from './attempt.ts'
import { silentMs } from './decide.ts'
import type { DispatcherOptions } from './dispatcherOptions.ts'
import { toVerdict } from './verdict.ts'

/** Choice, hedge, circuit and probes over a primary and its backups, for any protocol. */
export type Dispatcher = Emitter<PoolEvents> & {
  readonly healths: readonly EndpointHealth[]
  /** Aborted when the dispatcher closes. */
  readonly signal: AbortSignal
  /**
   * First choice, then backups in parallel when it is late, next choice when it fails, those out of service when nobody
   * else is left, once more when all did. @throws {AllProvidersFailedError}
   */
  dispatch<result>(call: EndpointCall<result>, options?: DispatchOptions): Promise<Answer<result>>
  /** One call to one endpoint, with verification before its first use; its outcome counts for its health. */
  readonly attempt: Attempt
  /** Endpoints that may be asked now, best first. Waits a moment for the first verification. */
  candidates(prefer?: string): Promise<readonly EndpointHealth[]>
  /** All endpoints, best first; those in reserve are to be asked when nobody else is left, once they have recovered. */
  lineUp(call?: Pick<EndpointCall<never>, 'isAble'>, prefer?: string): Promise<readonly Candidate[]>
  /** Resolves when an endpoint is in service, which is asked anew if it is not. @throws {EndpointError} */
  recover(health: EndpointHealth): Promise<void>
  /** How long it may take before others are asked as well. */
  hedgeDelayMs(health: EndpointHealth, method: string): number
  /** It had not answered when others had, though it was late. */
  onLate(health: EndpointHealth): void
  /** An endpoint gives signs of life: it is probed now if it is not in service. */
  probeSoon(health: EndpointHealth): void
  /** Has the chain ids looked at again that were last seen a while ago. */
  verifySoon(): void
  /** Counted by whoever answers. */
  readonly answers: { cached: number; hedged: number; other: number }
  /** Notes a head that an endpoint has shown. @throws {EndpointError} it cannot be one of this chain */
  observeHead(health: EndpointHealth, head: bigint): void
  /** Whether the head it has shown last is too far behind those of the others. */
  isLagging(health: EndpointHealth): boolean
  /** The head the endpoints are measured against. */
  referenceHead(): bigint | null
  failuresOf(asked: readonly EndpointError[]): readonly EndpointError[]
  report(): PoolReport
  close(): Promise<void>
}

export type Candidate = { readonly health: EndpointHealth; readonly isReserve: boolean }

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
    if (to === 'unavailable') for (const other of healths) if (unavailable(other) !== null) prober.reschedule(other)
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

  /** A lagging primary is only recognised beside its backups, so the very first request waits for them a moment. */
  async function start(): Promise<void> {
    if (lifetime.signal.aborted) throw new PoolClosedError(name)
    firstVerification ??= Promise.race([
      prober.start(),
      sleep(options.hedgeDelayMs ?? firstVerificationMs, lifetime.signal),
    ]).finally(() => {
      verifiedOnce = true
    })
    if (!verifiedOnce) await firstVerification
  }

  async function candidates(prefer?: string) {
    await start()
    // The last one has just failed, and another may have recovered meanwhile without anybody having looked.
    if (inService().length === 0) await Promise.any(healths.map((health) => prober.recover(health))).catch(() => {})
    return rank(inService(), prefer)
  }

  async function lineUp(
    call: Pick<EndpointCall<never>, 'isAble'> = {},
    prefer?: string,
  ): Promise<readonly Candidate[]> {
    await start()
    const open = inService()
    const able = call.isAble === undefined ? open : open.filter(call.isAble)
    const first = able.length > 0 ? able : open
    const reserve = healths.filter((health) => !first.includes(health))
    return [
      ...rank(first, prefer).map((health) => ({ health, isReserve: false })),
      ...reserve.map((health) => ({ health, isReserve: true })),
    ]
  }

  /** What is beyond its budget or owes answers comes last; a stable sort keeps the primary first among equals. */
  function rank(open: readonly EndpointHealth[], prefer: string | undefined): readonly EndpointHealth[] {
    if (open.length < 2) return open
    const nowMs = clock.now()
    const toRank = (health: EndpointHealth) =>
      Number(!health.budget.has(nowMs)) * 4 +
      Number(isSuspect(health)) * 2 +
      Number(prefer !== undefined && health.endpoint.name !== prefer)
    return open.every((health) => toRank(health) === 0) ? open : [...open].sort((a, b) => toRank(a) - toRank(b))
  }

  function inService(): readonly EndpointHealth[] {
    return healths.filter((health) => unavailable(health) === null)
  }

  /** The last failure of each that was asked, then the reasons why the others were not. */
  function failuresOf(asked: readonly EndpointError[]): readonly EndpointError[] {
    const last = new Map(asked.map((failure) => [failure.endpoint, failure]))
    return healths.map(
      (health) =>
        last.get(health.endpoint.name) ??
        new EndpointError(health.endpoint.name, 'broken', unavailable(health) ?? 'not asked'),
    )
  }

  async function dispatch<result>(call: EndpointCall<result>, how: DispatchOptions = {}): Promise<Answer<result>> {
    const startedAt = performance.now()
    const order = await lineUp(call, how.prefer)
    const [first] = order
    const outcome = await askAround<Candidate, result>({
      order,
      endpoints: order.map(({ isReserve }) => (isReserve ? 'reserve' : 'inService')),
      hedgeDelayMs: first === undefined ? 0 : computeHedgeDelayMs(first.health, call.method, rules),
      maxHedges: how.hedge === false ? 0 : maxHedges,
      tries: 1 + options.retries,
      timeoutMs,
      signal: how.signal,
      async attempt({ health, isReserve }, { hedge, isLate }) {
        // One that asked for a pause is let alone while the one in service may only be late.
        if (isReserve && hedge && health.coolUntilMs > clock.now()) await sleep(silentMs, how.signal)
        const isNeeded = () => !isReserve || !isLate()
        const mayWait = () => isNeeded() && performance.now() < startedAt + timeoutMs
        if (isReserve && isNeeded()) await prober.recover(health, mayWait)
        if (!isNeeded()) throw new EndpointError(health.endpoint.name, 'outOfService', 'no longer needed')
        return attempt(health, call, { signal: how.signal, hedge, isLate })
      },
      isAnswered: (failures) => toVerdict(failures) !== undefined,
      onOverdue,
      onLate: ({ health, isReserve }) => (isReserve ? undefined : onLate(health)),
    })
    const { failures, attempts, hedged } = outcome
    const parts = { attempts, hedged, startedAt }
    if (outcome.as === 'result') {
      for (const { endpoint, kind } of failures)
        if (kind === 'empty') call.onDenied?.(healthOf(endpoint), outcome.result)
      return toAnswer(outcome.winner.health, outcome.result, parts)
    }
    lifetime.signal.throwIfAborted()
    const verdict = outcome.as === 'answered' ? toVerdict(failures) : undefined
    if (verdict !== undefined) throw verdict
    const denial = failures.find(({ kind }) => kind === 'empty')
    if (denial === undefined) throw new AllProvidersFailedError(name, call.method, failuresOf(failures))
    const answer = toAnswer(healthOf(denial.endpoint), denial.answer as result, parts)
    return outcome.as === 'unconfirmed' ? { ...answer, unconfirmed: true } : answer
  }

  function onOverdue({ health, isReserve }: Candidate): void {
    if (isReserve) return
    health.overdueAtMs = clock.now()
    prober.reschedule(health)
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
    lineUp,
    recover: prober.recover,
    hedgeDelayMs: (health, method) => computeHedgeDelayMs(health, method, rules),
    onLate,
    probeSoon: prober.probeSoon,
    verifySoon: prober.verifySoon,
    answers,
    observeHead,
    isLagging: ({ lag }) => lag > BigInt(maxLagBlocks),
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
