import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Emitter } from '../../events/emitter.ts'
import { onAbort } from '../../time/abort.ts'
import { type Cancellation, Canceller } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import { count } from '../circuit/callCounts.ts'
import type { EndpointHealth, HealthRules } from '../circuit/health.ts'
import type { Monitor } from '../circuit/monitor.ts'
import { recordAnswer, recordCallSent, recordFailedCall } from '../circuit/recordOutcome.ts'
import type { Endpoint } from '../endpoint.ts'
import { EndpointError } from '../errors.ts'
import type { PoolEvents } from '../poolTypes.ts'
import { redactText } from '../redact.ts'
import type { EndpointCall } from './endpointCall.ts'

export type AttemptOptions = {
  readonly signal?: Cancellation | undefined
  readonly hedge: boolean
  /** Whether another endpoint has answered the request in the meantime. */
  readonly isAlreadyAnswered?: () => boolean
}

export type AttemptParts = {
  readonly timeoutMs: number
  readonly rules: HealthRules
  readonly clock: Clock
  readonly monitor: Monitor
  readonly events: Emitter<PoolEvents>
  /** Aborted when the dispatcher closes. */
  readonly lifetime: AbortSignal
}

/** Makes one call to one endpoint within its time limit and budget. The outcome counts for the endpoint's health. */
export type Attempt = <result>(
  health: EndpointHealth,
  call: EndpointCall<result>,
  options: AttemptOptions,
) => Promise<result>

export function createAttempt(parts: AttemptParts): Attempt {
  const { timeoutMs, rules, clock, monitor, events, lifetime } = parts
  // One listener for all calls: each listener added to a signal makes the next one slower to add.
  const running = new Set<Canceller>()
  lifetime.addEventListener('abort', () => {
    for (const controller of running) controller.abort(lifetime.reason)
  })

  /** Waits until the endpoint is verified and its budget allows a call. */
  async function prepare(health: EndpointHealth, signal: Cancellation): Promise<void> {
    while (health.verified !== true) await monitor.prober.waitUntilVerified(health, signal)
    const waitMs = health.budget.take(clock.now(), 1, timeoutMs)
    if (waitMs === null)
      throw new EndpointError(health.endpoint.name, 'doubtful', 'Its limit of calls per second is reached.')
    if (waitMs > 0) await sleep(waitMs, signal)
  }

  /** Counts a call that has ended, and emits the `call` event. */
  function finish(
    { endpoint, tally }: EndpointHealth,
    method: string,
    outcome: PoolEvents['call']['outcome'],
    hedge: boolean,
    latencyMs: number,
  ): void {
    count(tally, outcome, hedge, latencyMs)
    events.emit('call', { endpoint: endpoint.name, method, outcome, hedge, latencyMs })
  }

  return async (health, call, { signal, hedge, isAlreadyAnswered }) => {
    const { endpoint } = health
    const { method } = call
    const startedAt = performance.now()
    const sentAtMs = clock.now()
    const controller = new Canceller()
    let timedOut: EndpointError | undefined
    const timer = setTimeout(() => {
      timedOut = new EndpointError(endpoint.name, 'broken', `no answer within ${timeoutMs} ms`)
      controller.abort(timedOut)
    }, timeoutMs)
    const detach = signal && onAbort([signal], (reason) => controller.abort(reason))
    running.add(controller)
    try {
      await prepare(health, controller)
      controller.throwIfAborted()
      recordCallSent(health)
      const result = await call.run(health, controller)
      call.check?.(result, health)
      const latencyMs = performance.now() - startedAt
      recordAnswer(
        health,
        { method, latencyMs, nowMs: clock.now(), isAlreadyAnswered: isAlreadyAnswered?.() ?? false },
        rules,
      )
      finish(health, method, 'ok', hedge, latencyMs)
      monitor.refresh(health)
      return result
    } catch (cause) {
      if (controller.aborted && timedOut === undefined) throw controller.reason
      const error = timedOut ?? toEndpointError(endpoint, cause)
      const latencyMs = performance.now() - startedAt
      call.onFailure?.(health, error)
      recordFailedCall(health, error, { method, latencyMs, sentAtMs, nowMs: clock.now() }, rules)
      finish(health, method, toOutcome(error), hedge, latencyMs)
      monitor.refresh(health)
      throw error
    } finally {
      clearTimeout(timer)
      running.delete(controller)
      detach?.()
    }
  }
}

function toOutcome({ kind }: EndpointError): PoolEvents['call']['outcome'] {
  if (kind === 'answer') return 'answerError'
  return kind === 'empty' ? 'ok' : 'failed'
}

function toEndpointError(endpoint: Endpoint, cause: unknown): EndpointError {
  if (cause instanceof EndpointError) return cause
  if (cause instanceof OutriggerError) return new EndpointError(endpoint.name, 'broken', cause.message, { cause })
  return new EndpointError(endpoint.name, 'broken', redactText(String(cause)), { cause })
}
