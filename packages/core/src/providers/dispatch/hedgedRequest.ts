import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import { EndpointError } from '../errors.ts'
import { decideNext, type RequestState, type SentCall } from './decide.ts'
import { isTimerStalled } from './hedgeTimer.ts'

export type HedgedRequestOptions<endpoint, result> = Pick<
  RequestState,
  'hedgeDelayMs' | 'maxHedges' | 'tries' | 'endpoints'
> & {
  /** The endpoints, in the order of `endpoints`. */
  readonly order: readonly endpoint[]
  readonly timeoutMs: number
  readonly signal?: Cancellation | undefined
  attempt(
    endpoint: endpoint,
    how: { readonly hedge: boolean; readonly isAlreadyAnswered: () => boolean },
  ): Promise<result>
  /** Returns whether these failures are equivalent to the chain's own answer. */
  isAnswered(failures: readonly EndpointError[]): boolean
  /** Returns whether these failures are the answer, so that no other endpoint needs to be called. */
  isSettled(failures: readonly EndpointError[]): boolean
  /** Called when the endpoint has not answered by the time other endpoints are called as well. */
  onOverdue(endpoint: endpoint): void
  /** Called when another endpoint answered first, after this one had exceeded its hedge delay. */
  onLate(endpoint: endpoint): void
}

type End<endpoint, result> =
  | { readonly as: 'result'; readonly result: result; readonly winner: endpoint }
  | { readonly as: 'answered' | 'failed' | 'confirmed' | 'unconfirmed' }

export type Outcome<endpoint, result> = End<endpoint, result> & {
  /** Failures in the order they happened. */
  readonly failures: readonly EndpointError[]
  readonly attempts: number
  readonly hedged: boolean
}

type Mutable<type> = { -readonly [key in keyof type]: type[key] }

/**
 * Sends one request to the endpoints as `decideNext` decides, until it is answered. Slower endpoints may still finish, so
 * that their latency is learned. Rejects only when the signal aborts, or with an error that is not an `EndpointError`.
 */
export function runHedgedRequest<endpoint, result>(
  options: HedgedRequestOptions<endpoint, result>,
): Promise<Outcome<endpoint, result>> {
  return new Promise((resolve, reject) => new HedgedRequest(options, resolve, reject).start())
}

/** Executes the decisions of `decideNext`: sends, waits and ends. */
class HedgedRequest<endpoint, result> {
  readonly #options: HedgedRequestOptions<endpoint, result>
  readonly #resolve: (outcome: Outcome<endpoint, result>) => void
  readonly #reject: (error: unknown) => void
  readonly #state: Mutable<RequestState> & { readonly calls: Mutable<SentCall>[] }
  readonly #failures: EndpointError[] = []
  #hedged = false
  /** A timer fired late: this process was busy, so no endpoint counts as late. */
  #isStalled = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined
  #detach = () => {}

  constructor(
    options: HedgedRequestOptions<endpoint, result>,
    resolve: (outcome: Outcome<endpoint, result>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
    const { hedgeDelayMs, maxHedges, tries, endpoints, timeoutMs } = options
    const nowMs = performance.now()
    this.#state = {
      nowMs,
      startedAtMs: nowMs,
      deadlineMs: nowMs + timeoutMs,
      hedgeDelayMs,
      maxHedges,
      tries,
      endpoints,
      calls: [],
      isAnswered: false,
    }
  }

  start(): void {
    this.#detach = onAbort([this.#options.signal], (reason) => this.#fail(reason))
    this.#advance()
  }

  #advance(): void {
    while (!this.#isOver) {
      this.#state.nowMs = performance.now()
      this.#state.isAnswered = this.#failures.length > 0 && this.#options.isAnswered(this.#failures)
      const decision = decideNext(this.#state)
      if (decision.kind === 'end') return void this.#finish({ as: decision.as })
      if (decision.kind === 'wait') return void this.#waitUntil(decision.untilMs)
      if (decision.hedge) this.#onHedge()
      for (const endpoint of decision.endpoints) this.#send(endpoint, decision.hedge)
    }
  }

  #onHedge(): void {
    const { onOverdue, order } = this.#options
    this.#hedged = true
    for (const { endpoint, endedAtMs } of this.#state.calls)
      if (endedAtMs === null) onOverdue(order[endpoint] as endpoint)
  }

  #send(index: number, hedge: boolean): void {
    const call: Mutable<SentCall> = {
      endpoint: index,
      sentAtMs: performance.now(),
      endedAtMs: null,
      outcome: 'running',
    }
    const endpoint = this.#options.order[index] as endpoint
    this.#state.calls.push(call)
    this.#options.attempt(endpoint, { hedge, isAlreadyAnswered: () => this.#isOver }).then(
      (result) => {
        call.endedAtMs = performance.now()
        this.#onResult(endpoint, result)
      },
      (error) => {
        call.endedAtMs = performance.now()
        this.#onFailure(call, error)
      },
    )
  }

  #onResult(winner: endpoint, result: result): void {
    if (this.#isOver) return
    const { order, hedgeDelayMs, onLate } = this.#options
    const now = performance.now()
    if (!this.#isStalled)
      for (const { endpoint, sentAtMs, endedAtMs } of this.#state.calls)
        if (endedAtMs === null && now - sentAtMs >= hedgeDelayMs) onLate(order[endpoint] as endpoint)
    this.#finish({ as: 'result', result, winner })
  }

  #onFailure(call: Mutable<SentCall>, error: unknown): void {
    if (this.#isOver) return
    if (!(error instanceof EndpointError)) return void this.#fail(error)
    call.outcome = toOutcome(error)
    this.#failures.push(error)
    if (error.kind === 'answer' || this.#options.isSettled(this.#failures)) this.#finish({ as: 'answered' })
    else this.#advance()
  }

  #waitUntil(untilMs: number): void {
    clearTimeout(this.#timer)
    if (untilMs === Number.POSITIVE_INFINITY) return
    const delayMs = Math.max(1, untilMs - performance.now())
    this.#timer = setTimeout(() => {
      this.#isStalled ||= isTimerStalled(performance.now() - untilMs, delayMs)
      // Answers that arrived while this process was busy are read first.
      setImmediate(() => this.#advance())
    }, delayMs)
  }

  #finish(end: End<endpoint, result>): void {
    if (!this.#end()) return
    this.#resolve({ failures: this.#failures, attempts: this.#state.calls.length, hedged: this.#hedged, ...end })
  }

  #fail(error: unknown): void {
    if (this.#end()) this.#reject(error)
  }

  /** Returns false if the request had already ended. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#detach()
    return true
  }
}

function toOutcome({ kind }: EndpointError): SentCall['outcome'] {
  if (kind === 'empty') return 'empty'
  return kind === 'unsupported' || kind === 'rateLimited' || kind === 'wrongChain' ? 'refused' : 'failed'
}
