import type { Cancellation } from '../../time/cancel.ts'
import type { Clock } from '../../time/clock.ts'
import { sleep } from '../../time/sleep.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import type { Monitor } from '../circuit/monitor.ts'
import { AllProvidersFailedError, EndpointError } from '../errors.ts'
import type { Answer } from '../poolTypes.ts'
import { toAnswer } from './answer.ts'
import type { Attempt, AttemptOptions } from './attempt.ts'
import type { Candidate } from './choose.ts'
import { unansweredRetryMs } from './decide.ts'
import type { EndpointCall } from './endpointCall.ts'
import { type Outcome, runHedgedRequest } from './hedgedRequest.ts'
import { isSettled, toVerdict } from './verdict.ts'

export type DispatchOptions = {
  readonly signal?: Cancellation | undefined
  /** Name of the endpoint to call first. */
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
  ) => Promise<readonly Candidate[]>
  readonly listFailures: (failures: readonly EndpointError[]) => readonly EndpointError[]
}

const maxHedges = 2

/** Creates the function that answers a request: it chooses endpoints, hedges and retries. */
export function createDispatch(parts: DispatchParts) {
  const { name, timeoutMs, clock, monitor, attempt } = parts

  return async <result>(call: EndpointCall<result>, options: DispatchOptions = {}): Promise<Answer<result>> => {
    const { signal, prefer } = options
    const startedAt = performance.now()
    const order = await parts.selectEndpoints(call, prefer)
    const [first] = order
    const outcome = await runHedgedRequest<Candidate, result>({
      order,
      endpoints: order.map(({ isReserve }) => (isReserve ? 'reserve' : 'inService')),
      hedgeDelayMs: first === undefined ? 0 : monitor.hedgeDelayMs(first.health, call.method),
      maxHedges,
      tries: 1 + parts.retries,
      timeoutMs,
      signal,
      attempt({ health, isReserve }, how) {
        const attemptOptions = { signal, ...how }
        return isReserve
          ? attemptReserve(health, call, attemptOptions, startedAt + timeoutMs)
          : attempt(health, call, attemptOptions)
      },
      isAnswered: (failures) => toVerdict(call.method, failures) !== undefined,
      isSettled,
      onOverdue: ({ health, isReserve }) => (isReserve ? undefined : monitor.onOverdue(health)),
      onLate: ({ health, isReserve }) => (isReserve ? undefined : monitor.onLate(health)),
    })
    return conclude(call, outcome, startedAt)
  }

  /** Probes an endpoint that is out of service, then calls it if the request is still unanswered. */
  async function attemptReserve<result>(
    health: EndpointHealth,
    call: EndpointCall<result>,
    options: Required<AttemptOptions>,
    deadlineMs: number,
  ): Promise<result> {
    const { signal, hedge, isAlreadyAnswered } = options
    // A rate-limited endpoint keeps its pause as long as the endpoint in service may only be late.
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
    const denials = failures.filter(({ kind }) => kind === 'empty')
    if (outcome.as === 'result') {
      for (const { endpoint } of denials) call.onDenied?.(findHealth(endpoint), outcome.result)
      return toAnswer(outcome.winner.health, outcome.result, how)
    }
    parts.lifetime.throwIfAborted()
    const verdict = outcome.as === 'answered' ? toVerdict(call.method, failures) : undefined
    if (verdict !== undefined) throw verdict
    const [denial] = denials
    if (denial === undefined) throw new AllProvidersFailedError(name, call.method, parts.listFailures(failures))
    const answer = toAnswer(findHealth(denial.endpoint), denial.answer as result, how)
    return outcome.as === 'unconfirmed' ? { ...answer, unconfirmed: true } : answer
  }

  function findHealth(endpoint: string): EndpointHealth {
    return monitor.healths.find((health) => health.endpoint.name === endpoint) as EndpointHealth
  }
}
