import { setMaxListeners } from 'node:events'
import { createEmitter, type Emitter } from '../../events/emitter.ts'
import { onAbort } from '../../time/abort.ts'
import { monotonicClock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { createMonitor, type Monitor, type MonitorOptions } from '../circuit/monitor.ts'
import type { Prober } from '../circuit/prober.ts'
import { toPoolReport } from '../circuit/report.ts'
import { EndpointError, PoolClosedError } from '../errors.ts'
import type { Answer, PoolEvents, PoolReport } from '../poolTypes.ts'
import { disconnect } from '../wire/connection.ts'
import { type Attempt, createAttempt } from './attempt.ts'
import { type Candidate, chooseOrder, rank } from './choose.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import type { EndpointCall } from './endpointCall.ts'

export type DispatcherOptions = Omit<MonitorOptions, 'events' | 'lifetime'> & {
  /** Of the pool, for errors and reports. */
  readonly name: string
  /** How often an endpoint that fails is tried again. */
  readonly retries: number
  readonly signal: AbortSignal | undefined
}

/** Choice, hedge, circuit and probes over a primary and its backups, for any protocol. */
export type Dispatcher = Emitter<PoolEvents> &
  Pick<Monitor, 'healths' | 'hedgeDelayMs' | 'onLate' | 'observeHead' | 'isLagging' | 'referenceHead'> &
  Pick<Prober, 'recheck' | 'probeSoon' | 'verifySoon' | 'waitUntilVerified'> & {
    /** Aborted when the dispatcher closes. */
    readonly signal: AbortSignal
    /**
     * First choice, then backups in parallel when it is late, next choice when it fails, those out of service when
     * no other is left, once more when all failed. @throws {AllProvidersFailedError}
     */
    dispatch<result>(call: EndpointCall<result>, options?: DispatchOptions): Promise<Answer<result>>
    /** One call to one endpoint, with verification before its first use; its outcome counts for its health. */
    readonly attempt: Attempt
    /** Endpoints that may be asked now, best first. Waits a moment for the first verification. */
    candidates(prefer?: string): Promise<readonly EndpointHealth[]>
    /** All endpoints, best first; those in reserve are asked when no other is left, after a probe. */
    selectEndpoints(
      call?: Pick<EndpointCall<never>, 'isAble'>,
      prefer?: string,
    ): readonly Candidate[] | Promise<readonly Candidate[]>
    /** How many requests were answered how; counted by the pipeline. */
    readonly answers: { cached: number; hedged: number; other: number }
    /** The last failure of each endpoint that was asked, then the reasons why the others were not. */
    failuresOf(asked: readonly EndpointError[]): readonly EndpointError[]
    report(): PoolReport
    close(): Promise<void>
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

const firstVerificationMs = 100

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { name, clock, timeoutMs } = options
  const events = createEmitter<PoolEvents>()
  const lifetime = new AbortController()
  // Every request that waits for an endpoint listens for the end; that is not a leak.
  setMaxListeners(0, lifetime.signal)
  const monitor = createMonitor({ ...options, events, lifetime: lifetime.signal })
  const { healths, prober } = monitor
  const attempt = createAttempt({ timeoutMs, rules: options, clock, monitor, events, lifetime: lifetime.signal })
  const start = createStart(options, prober, lifetime.signal)
  const answers = { cached: 0, hedged: 0, other: 0 }

  async function candidates(prefer?: string) {
    await start()
    // The last one in service has just failed; another may be well again without having been probed yet.
    if (monitor.inService().length === 0)
      await Promise.any(healths.map((health) => prober.recheck(health))).catch(() => {})
    return rank(monitor.inService(), prefer, clock.now())
  }

  function lineUp(call: Pick<EndpointCall<never>, 'isAble'> = {}, prefer?: string) {
    const isAble = call.isAble && ((health: EndpointHealth) => call.isAble?.(health) ?? true)
    const choose = () => chooseOrder({ healths, inService: monitor.inService(), isAble, prefer, nowMs: clock.now() })
    return start()?.then(choose) ?? choose()
  }

  function failuresOf(asked: readonly EndpointError[]): readonly EndpointError[] {
    const last = new Map(asked.map((failure) => [failure.endpoint, failure]))
    return healths.map((health) => {
      const failure = last.get(health.endpoint.name)
      return failure ?? new EndpointError(health.endpoint.name, 'broken', monitor.whyUnavailable(health) ?? 'not asked')
    })
  }

  async function close(): Promise<void> {
    if (lifetime.signal.aborted) return
    lifetime.abort(new PoolClosedError(name))
    events.emit('close', { name })
    events.clear()
    await Promise.all(healths.map(({ endpoint }) => disconnect(endpoint)))
  }
  const detach = onAbort([options.signal], () => void close())
  lifetime.signal.addEventListener('abort', detach, { once: true })

  const { retries } = options
  const dispatch = createDispatch({
    name,
    timeoutMs,
    retries,
    clock,
    monitor,
    lifetime: lifetime.signal,
    attempt,
    selectEndpoints: lineUp,
    failuresOf,
  })
  const report = () =>
    toPoolReport({ chain: name, failoverActive: monitor.isFailoverActive(), answers }, monitor.reports())
  return {
    ...events,
    ...monitor,
    recheck: prober.recheck,
    probeSoon: prober.probeSoon,
    verifySoon: prober.verifySoon,
    waitUntilVerified: prober.waitUntilVerified,
    signal: lifetime.signal,
    dispatch,
    attempt,
    candidates,
    selectEndpoints: lineUp,
    answers,
    failuresOf,
    report,
    close,
  }
}

/**
 * Begins to verify the endpoints with the first request, which waits for it a moment: a lagging primary is only
 * recognised beside its backups. Undefined once there is nothing to wait for, since a promise for each request costs.
 */
function createStart(options: DispatcherOptions, prober: Prober, signal: AbortSignal): () => Promise<void> | undefined {
  let verifying: Promise<void> | undefined
  let isVerified = false
  return () => {
    signal.throwIfAborted()
    verifying ??= Promise.race([prober.start(), sleep(options.hedgeDelayMs ?? firstVerificationMs, signal)]).finally(
      () => {
        isVerified = true
      },
    )
    return isVerified ? undefined : verifying
  }
}
