import type { Cancellation } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { Monitor } from '../circuit/monitor.ts'
import { AllProvidersFailedError, EndpointError } from '../errors.ts'
import type { Answer } from '../poolTypes.ts'
import { toAnswer } from './answer.ts'
import type { Attempt } from './attempt.ts'
import type { Candidate } from './choose.ts'
import { unansweredRetryMs } from './decide.ts'
import type { EndpointCall } from './endpointCall.ts'
import { type Outcome, runHedgedRequest } from './hedgedRequest.ts'
import { isSettled, toVerdict } from './verdict.ts'

export type DispatchOptions = {
  readonly signal?: Cancellation | undefined
  /** Endpoint to ask first, by name. */
  readonly prefer?: string | undefined
}

export type DispatchParts = {
  readonly name: string
  readonly timeoutMs: number
  readonly retries: number
  readonly clock: Clock
  readonly monitor: Monitor
  readonly lifetime: AbortSignal
  readonly attempt: Attempt
  readonly selectEndpoints: (
    call: Pick<EndpointCall<never>, 'isAble'>,
    prefer?: string,
  ) => readonly Candidate[] | Promise<readonly Candidate[]>
  readonly failuresOf: (asked: readonly EndpointError[]) => readonly EndpointError[]
}

const maxHedges = 2

/** Puts a request to the endpoints: choose → hedge → attempt → conclude. */
export function createDispatch(parts: DispatchParts) {
  const { name, timeoutMs, clock, monitor, attempt } = parts

  return async <result>(call: EndpointCall<result>, how: DispatchOptions = {}): Promise<Answer<result>> => {
    const startedAt = performance.now()
    const selecting = parts.selectEndpoints(call, how.prefer)
    const order = selecting instanceof Promise ? await selecting : selecting
    const [first] = order
    const outcome = await runHedgedRequest<Candidate, result>({
      order,
      endpoints: order.map(({ isFallback: isReserve }) => (isReserve ? 'reserve' : 'inService')),
      hedgeDelayMs: first === undefined ? 0 : monitor.hedgeDelayMs(first.health, call.method),
      maxHedges,
      tries: 1 + parts.retries,
      timeoutMs,
      signal: how.signal,
      attempt({ health, isFallback: isReserve }, { hedge, isAlreadyAnswered }) {
        const options = { signal: how.signal, hedge, isAlreadyAnswered }
        return isReserve ? attemptReserve(health, call, options, startedAt + timeoutMs) : attempt(health, call, options)
      },
      isAnswered: (failures) => toVerdict(call.method, failures) !== undefined,
      isSettled,
      onOverdue: ({ health, isFallback: isReserve }) => (isReserve ? undefined : monitor.onOverdue(health)),
      onLate: ({ health, isFallback: isReserve }) => (isReserve ? undefined : monitor.onLate(health)),
    })
    return conclude(call, outcome, startedAt)
  }

  /** An endpoint out of service is probed first, and asked only if the request is still unanswered then. */
  async function attemptReserve<result>(
    health: EndpointHealth,
    call: EndpointCall<result>,
    options: { signal: Cancellation | undefined; hedge: boolean; isAlreadyAnswered: () => boolean },
    deadlineMs: number,
  ): Promise<result> {
    const { signal, hedge, isAlreadyAnswered } = options
    // One that asked for a pause is left alone while the one in service may only be late.
    if (hedge && health.circuit.pausedUntilMs > clock.now()) await sleep(unansweredRetryMs, signal)
    if (!isAlreadyAnswered())
      await monitor.prober.recheck(health, () => !isAlreadyAnswered() && performance.now() < deadlineMs)
    if (isAlreadyAnswered()) throw new EndpointError(health.endpoint.name, 'outOfService', 'no longer needed')
    return attempt(health, call, options)
  }

  /** @throws {AllProvidersFailedError} @throws {EndpointError} of kind `answer` */
  function conclude<result>(
    call: EndpointCall<result>,
    outcome: Outcome<Candidate, result>,
    startedAt: number,
  ): Answer<result> {
    const { failures, attempts, hedged } = outcome
    const how = { attempts, hedged, startedAt }
    if (outcome.as === 'result') {
      for (const { endpoint, kind } of failures)
        if (kind === 'empty') call.onDenied?.(healthOf(endpoint), outcome.result)
      return toAnswer(outcome.winner.health, outcome.result, how)
    }
    parts.lifetime.throwIfAborted()
    const verdict = outcome.as === 'answered' ? toVerdict(call.method, failures) : undefined
    if (verdict !== undefined) throw verdict
    const denial = failures.find(({ kind }) => kind === 'empty')
    if (denial === undefined) throw new AllProvidersFailedError(name, call.method, parts.failuresOf(failures))
    const answer = toAnswer(healthOf(denial.endpoint), denial.answer as result, how)
    return outcome.as === 'unconfirmed' ? { ...answer, unconfirmed: true } : answer
  }

  function healthOf(endpoint: string): EndpointHealth {
    return monitor.healths.find((health) => health.endpoint.name === endpoint) as EndpointHealth
  }
}
