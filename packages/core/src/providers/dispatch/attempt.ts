import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Emitter } from '../../events/emitter.ts'
import { onAbort } from '../../time/abort.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import {
  type EndpointHealth,
  type HealthRules,
  recordFailure,
  recordLatency,
  recordSuccess,
} from '../circuit/health.ts'
import type { Prober } from '../circuit/prober.ts'
import { count } from '../circuit/tally.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import type { PoolEvents } from '../poolTypes.ts'
import { redactText } from '../redact.ts'

/** One logical request, and how it is put to an endpoint. */
export type EndpointCall<result> = {
  /** Method or path: names the call in errors and keys its learned latency. */
  readonly method: string
  /** @throws {EndpointError} */
  run(endpoint: Endpoint, signal: Cancellation): Promise<result>
  /** Looks at a result before it counts as an answer; throws when the endpoint is not to be believed. */
  readonly check?: (result: result, health: EndpointHealth) => void
  /** Whether an endpoint may be expected to answer; those that are not able are asked only when nobody is. */
  readonly isAble?: (health: EndpointHealth) => boolean
  /** The call failed at an endpoint; a chance to learn from it. */
  readonly onFailure?: (health: EndpointHealth, error: EndpointError) => void
  /** An endpoint said there is no such thing, and another one has shown it. */
  readonly onDenied?: (health: EndpointHealth, result: result) => void
}

export type AttemptOptions = {
  readonly signal?: Cancellation | undefined
  readonly hedge: boolean
  readonly isLate?: () => boolean
}

export type AttemptParts = {
  readonly timeoutMs: number
  readonly rules: HealthRules
  readonly clock: Clock
  readonly prober: Prober
  readonly events: Emitter<PoolEvents>
  /** Aborted when the dispatcher closes. */
  readonly lifetime: AbortSignal
  readonly refresh: (health: EndpointHealth) => void
}

// Failures that are answers of an endpoint which is alive and well.
const spoken: readonly EndpointError['kind'][] = ['answer', 'empty', 'doubtful', 'unsupported']

/** One call to one endpoint within its time limit and budget; its outcome counts for the endpoint's health. */
export type Attempt = <result>(
  health: EndpointHealth,
  call: EndpointCall<result>,
  options: AttemptOptions,
) => Promise<result>

export function createAttempt(parts: AttemptParts): Attempt {
  const { timeoutMs, rules, clock, prober, events, lifetime, refresh } = parts
  // A listener each on the lifetime's signal would cost every call a walk through all the others.
  const running = new Set<Canceller>()
  lifetime.addEventListener('abort', () => {
    for (const controller of running) controller.abort(lifetime.reason)
  })

  /** What has to happen before an endpoint may be asked; nothing, as a rule. */
  function prepare(health: EndpointHealth, signal: Cancellation): Promise<void> | undefined {
    if (health.verified !== true) return prober.verified(health, signal).then(() => prepare(health, signal))
    const waitMs = health.budget.take(clock.now(), timeoutMs)
    if (waitMs === 0) return undefined
    if (waitMs === null) throw new EndpointError(health.endpoint.name, 'doubtful', 'Its calls per second are spent.')
    return sleep(waitMs, signal).then(() => signal.throwIfAborted())
  }

  return async (health, call, how) => {
    const { endpoint } = health
    const startedAt = performance.now()
    const sentAtMs = clock.now()
    const controller = new Canceller()
    let timedOut: EndpointError | undefined
    const timer = setTimeout(() => {
      timedOut = new EndpointError(endpoint.name, 'broken', `no answer within ${timeoutMs} ms`)
      controller.abort(timedOut)
    }, timeoutMs)
    const detach = how.signal && onAbort([how.signal], (reason) => controller.abort(reason))
    running.add(controller)
    const ended = (outcome: PoolEvents['call']['outcome']) => {
      const latencyMs = performance.now() - startedAt
      count(health.tally, outcome, how.hedge, latencyMs)
      if (!events.hears('call')) return
      events.emit('call', { endpoint: endpoint.name, method: call.method, outcome, hedge: how.hedge, latencyMs })
    }
    try {
      const waiting = prepare(health, controller)
      if (waiting !== undefined) await waiting
      health.calls += 1
      const result = await call.run(endpoint, controller)
      call.check?.(result, health)
      const latencyMs = performance.now() - startedAt
      health.answeredAtMs = clock.now()
      if (how.isLate?.()) recordLatency(health, call.method, latencyMs, rules)
      else recordSuccess(health, call.method, latencyMs, rules)
      ended('ok')
      refresh(health)
      return result
    } catch (cause) {
      if (controller.aborted && timedOut === undefined) throw controller.reason
      const error = timedOut ?? toEndpointError(endpoint, cause)
      if (spoken.includes(error.kind)) health.answeredAtMs = clock.now()
      if (error.kind === 'empty') recordSuccess(health, call.method, performance.now() - startedAt, rules)
      if (error.kind === 'wrongChain') health.verified = false
      call.onFailure?.(health, error)
      if (sentAtMs >= health.recoveredAtMs) recordFailure(health, error, clock.now(), rules)
      ended(error.kind === 'answer' ? 'answerError' : error.kind === 'empty' ? 'ok' : 'failed')
      refresh(health)
      throw error
    } finally {
      clearTimeout(timer)
      running.delete(controller)
      detach?.()
    }
  }
}

function toEndpointError(endpoint: Endpoint, cause: unknown): EndpointError {
  if (cause instanceof EndpointError) return cause
  if (cause instanceof OutriggerError) return new EndpointError(endpoint.name, 'broken', cause.message, { cause })
  return new EndpointError(endpoint.name, 'broken', redactText(String(cause)), { cause })
}
