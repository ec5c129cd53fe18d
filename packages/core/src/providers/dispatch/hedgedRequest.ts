import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import { EndpointError } from '../errors.ts'
import { type Ask, decideNext, type RequestState } from './decide.ts'
import { isTimerStalled } from './hedgeTimer.ts'

export type HedgedRequestOptions<endpoint, result> = Pick<
  RequestState,
  'hedgeDelayMs' | 'maxHedges' | 'tries' | 'endpoints'
> & {
  /** In the order of `endpoints`. */
  readonly order: readonly endpoint[]
  readonly timeoutMs: number
  readonly signal?: Cancellation | undefined
  attempt(
    endpoint: endpoint,
    how: { readonly hedge: boolean; readonly isAlreadyAnswered: () => boolean },
  ): Promise<result>
  /** Whether these failures are the chain's own answer. */
  isAnswered(failures: readonly EndpointError[]): boolean
  /** Whether they are, whatever other endpoints would say. */
  isSettled(failures: readonly EndpointError[]): boolean
  /** It has not answered by the time others are asked as well. */
  onOverdue(endpoint: endpoint): void
  /** Another endpoint answered first, after this one had exceeded its hedge delay. */
  onLate(endpoint: endpoint): void
}

export type Outcome<endpoint, result> = {
  /** In the order they happened. */
  readonly failures: readonly EndpointError[]
  readonly attempts: number
  readonly hedged: boolean
} & (
  | { readonly as: 'result'; readonly result: result; readonly winner: endpoint }
  | { readonly as: 'answered' | 'failed' | 'confirmed' | 'unconfirmed' }
)

type End<endpoint, result> =
  | { readonly as: 'result'; readonly result: result; readonly winner: endpoint }
  | { readonly as: Exclude<Outcome<never, never>['as'], 'result'> }

type RunningAsk = { -readonly [key in keyof Ask]: Ask[key] }
type RunningState = { -readonly [key in keyof RequestState]: RequestState[key] } & { readonly asks: RunningAsk[] }

/**
 * Puts one request to the endpoints until it is answered, as `decideNext` says. Losers are left to finish, so that their
 * latency is learned. Rejects only when the signal aborts, or with what is no failure of an endpoint.
 */
export function runHedgedRequest<endpoint, result>(
  options: HedgedRequestOptions<endpoint, result>,
): Promise<Outcome<endpoint, result>> {
  return new Promise((resolve, reject) => new HedgedRequest(options, resolve, reject).start())
}

/** The driver of `decideNext`: asks, waits and ends as it decides. */
class HedgedRequest<endpoint, result> {
  readonly #options: HedgedRequestOptions<endpoint, result>
  readonly #resolve: (outcome: Outcome<endpoint, result>) => void
  readonly #reject: (error: unknown) => void
  /** One object for all decisions of the request: a copy for each costs more than deciding. */
  readonly #state: RunningState
  readonly #failures: EndpointError[] = []
  #hedged = false
  /** A timer came late: this process was busy, so no endpoint counts as late. */
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
      asks: [],
      isAnswered: false,
    }
  }

  start(): void {
    this.#detach = onAbort([this.#options.signal], (reason) => this.#fail(reason))
    this.#advance()
  }

  #advance(): void {
    const { isAnswered, onOverdue, order } = this.#options
    while (!this.#isOver) {
      this.#state.nowMs = performance.now()
      this.#state.isAnswered = this.#failures.length > 0 && isAnswered(this.#failures)
      const decision = decideNext(this.#state)
      if (decision.kind === 'end') return void this.#finish({ as: decision.as })
      if (decision.kind === 'wait') return void this.#waitUntil(decision.untilMs)
      if (decision.hedge) {
        this.#hedged = true
        for (const { who, endedAtMs } of this.#state.asks) if (endedAtMs === null) onOverdue(order[who] as endpoint)
      }
      for (const who of decision.who) this.#ask(who, decision.hedge)
    }
  }

  #ask(who: number, hedge: boolean): void {
    const ask: RunningAsk = { who, askedAtMs: performance.now(), endedAtMs: null, outcome: 'running' }
    const endpoint = this.#options.order[who] as endpoint
    this.#state.asks.push(ask)
    this.#options.attempt(endpoint, { hedge, isAlreadyAnswered: () => this.#isOver }).then(
      (result) => {
        ask.endedAtMs = performance.now()
        this.#onResult(endpoint, result)
      },
      (error) => {
        ask.endedAtMs = performance.now()
        this.#onFailure(ask, error)
      },
    )
  }

  #onResult(winner: endpoint, result: result): void {
    if (this.#isOver) return
    const { order, hedgeDelayMs, onLate } = this.#options
    const now = performance.now()
    if (!this.#isStalled)
      for (const { who, askedAtMs, endedAtMs } of this.#state.asks)
        if (endedAtMs === null && now - askedAtMs >= hedgeDelayMs) onLate(order[who] as endpoint)
    this.#finish({ as: 'result', result, winner })
  }

  #onFailure(ask: RunningAsk, error: unknown): void {
    if (this.#isOver) return
    if (!(error instanceof EndpointError)) return void this.#fail(error)
    ask.outcome = toOutcome(error)
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
      // Answers that came in while this process was busy are read first.
      setImmediate(() => this.#advance())
    }, delayMs)
  }

  #finish(end: End<endpoint, result>): void {
    if (!this.#end()) return
    this.#resolve({ failures: this.#failures, attempts: this.#state.asks.length, hedged: this.#hedged, ...end })
  }

  #fail(error: unknown): void {
    if (this.#end()) this.#reject(error)
  }

  /** False where it had ended before. */
  #end(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#detach()
    return true
  }
}

function toOutcome({ kind }: EndpointError): Ask['outcome'] {
  if (kind === 'empty') return 'nothing'
  return kind === 'unsupported' || kind === 'rateLimited' || kind === 'wrongChain' ? 'refused' : 'failed'
}
