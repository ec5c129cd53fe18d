import { setMaxListeners } from 'node:events'
import { createEmitter, type Emitter } from '../../events/emitter.ts'
import { onAbort } from '../../time/abort.ts'
import { monotonicClock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { createMonitor, type Monitor, type MonitorOptions } from '../circuit/monitor.ts'
import { type Tip, toPoolReport } from '../circuit/report.ts'
import { EndpointError, PoolClosedError } from '../errors.ts'
import type { Answer, PoolEvents, PoolReport } from '../poolTypes.ts'
import { disconnect } from '../wire/connection.ts'
import { type Attempt, createAttempt } from './attempt.ts'
import { type Candidate, chooseOrder, rank } from './choose.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import type { EndpointCall } from './endpointCall.ts'

export type DispatcherOptions = Omit<MonitorOptions, 'events' | 'lifetime'> & {
  /** Name of the pool, for errors and reports. */
  readonly name: string
  /** How often an endpoint that fails is called again. */
  readonly retries: number
  /** Age from which the newest block is late. */
  readonly maxHeadAgeMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends requests to a primary and its backups, for any protocol. It chooses endpoints, hedges, opens circuits and
 * probes.
 */
export type Dispatcher = Emitter<PoolEvents> &
  Omit<
    Monitor,
    'inService' | 'refresh' | 'onOverdue' | 'whyUnavailable' | 'isFailoverActive' | 'unavailableSinceMs' | 'reports'
  > & {
    /** Aborted when the dispatcher closes. */
    readonly signal: AbortSignal
    /**
     * Calls the first choice, backups in parallel when it is late, and the next endpoint when it fails. Endpoints out of
     * service are called when no other is left. @throws {AllProvidersFailedError}
     */
    dispatch<result>(call: EndpointCall<result>, options?: DispatchOptions): Promise<Answer<result>>
    readonly attempt: Attempt
    /** Returns the endpoints in service, best first. Waits a moment for the first verification. */
    candidates(prefer?: string): Promise<readonly EndpointHealth[]>
    /** Returns all endpoints, best first. Endpoints in reserve are called when no other is left, after a probe. */
    selectEndpoints(call?: Pick<EndpointCall<never>, 'isAble'>, prefer?: string): Promise<readonly Candidate[]>
    /** Number of answers by their origin. The pipeline counts them. */
    readonly answers: { cached: number; hedged: number; other: number }
    /** Returns one failure per endpoint: its last one, or the reason why the endpoint was not called. */
    listFailures(failures: readonly EndpointError[]): readonly EndpointError[]
    /** @param tip the newest block of the head stream, if one runs */
    report(tip?: Tip): PoolReport
    close(): Promise<void>
  }

export const defaultRules = {
  timeoutMs: 5000,
  hedgeDelayMs: undefined,
  failureThreshold: 3,
  maxProbeDelayMs: 4000,
  retries: 1,
  maxHeadAgeMs: Number.POSITIVE_INFINITY,
  clock: monotonicClock,
  signal: undefined,
} as const

const firstVerificationMs = 100

export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { name, clock, timeoutMs, retries } = options
  const events = createEmitter<PoolEvents>()
  const controller = new AbortController()
  const lifetime = controller.signal
  // Every waiting request adds a listener to this signal, so a large number of listeners is not a leak.
  setMaxListeners(0, lifetime)
  const monitor = createMonitor({ ...options, events, lifetime })
  const { healths, prober } = monitor
  const attempt = createAttempt({ timeoutMs, rules: options, clock, monitor, events, lifetime })
  const answers = { cached: 0, hedged: 0, other: 0 }

  let verifying: Promise<void> | undefined
  /**
   * The first request starts the verification and waits for it briefly, because lag is only visible in comparison
   * with other endpoints.
   */
  async function start(): Promise<void> {
    lifetime.throwIfAborted()
    verifying ??= Promise.race([prober.start(), sleep(options.hedgeDelayMs ?? firstVerificationMs, lifetime)])
    await verifying
  }

  async function candidates(prefer?: string) {
    await start()
    // The last endpoint in service has just failed. Another one may have recovered since its last probe.
    if (monitor.inService().length === 0)
      await Promise.any(healths.map((health) => prober.recheck(health))).catch(() => {})
    return rank(monitor.inService(), prefer, clock.now())
  }

  async function selectEndpoints(call: Pick<EndpointCall<never>, 'isAble'> = {}, prefer?: string) {
    await start()
    const isAble = call.isAble && ((health: EndpointHealth) => call.isAble?.(health) ?? true)
    return chooseOrder({ healths, inService: monitor.inService(), isAble, prefer, nowMs: clock.now() })
  }

  function listFailures(failures: readonly EndpointError[]): readonly EndpointError[] {
    const last = new Map(failures.map((failure) => [failure.endpoint, failure]))
    return healths.map((health) => {
      const failure = last.get(health.endpoint.name)
      return (
        failure ?? new EndpointError(health.endpoint.name, 'broken', monitor.whyUnavailable(health) ?? 'not called')
      )
    })
  }

  async function close(): Promise<void> {
    if (lifetime.aborted) return
    controller.abort(new PoolClosedError(name))
    events.emit('close', { name })
    events.clear()
    await Promise.all(healths.map(({ endpoint }) => disconnect(endpoint)))
  }
  const detach = onAbort([options.signal], () => void close())
  lifetime.addEventListener('abort', detach, { once: true })

  return {
    ...events,
    ...monitor,
    signal: lifetime,
    dispatch: createDispatch({
      name,
      timeoutMs,
      retries,
      clock,
      monitor,
      lifetime,
      attempt,
      selectEndpoints,
      listFailures,
    }),
    attempt,
    candidates,
    selectEndpoints,
    answers,
    listFailures,
    report: (tip) =>
      toPoolReport(
        {
          chain: name,
          failoverActive: monitor.isFailoverActive(),
          answers,
          unavailableSinceMs: monitor.unavailableSinceMs(),
          maxHeadAgeMs: options.maxHeadAgeMs,
          nowMs: clock.now(),
          tip,
        },
        monitor.reports(),
      ),
    close,
  }
}
