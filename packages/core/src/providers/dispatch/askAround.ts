import { onAbort } from '../../time/abort.ts'
import type { Cancellation } from '../../time/cancel.ts'
import { EndpointError } from '../errors.ts'
import { type Ask, decideNext, type RequestState } from './decide.ts'
import { isTimerStalled } from './hedgeTimer.ts'

export type AskAroundOptions<endpoint, result> = Pick<
  RequestState,
  'hedgeDelayMs' | 'maxHedges' | 'tries' | 'endpoints'
> & {
  /** In the order of `endpoints`. */
  readonly order: readonly endpoint[]
  readonly timeoutMs: number
  readonly signal?: Cancellation | undefined
  attempt(endpoint: endpoint, how: { readonly hedge: boolean; readonly isLate: () => boolean }): Promise<result>
  /** Whether these failures amount to the chain's own answer. */
  isAnswered(failures: readonly EndpointError[]): boolean
  /** It has not answered by the time others are asked as well. */
  onOverdue(endpoint: endpoint): void
  /** It had not answered when another one did, though it was late. */
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

/**
 * Puts one request to the endpoints until it is answered, as `decideNext` says. Losers are left to finish, so that what
 * they would have taken is learned. Rejects only when the signal aborts, or with what is no failure of an endpoint.
 */
export function askAround<endpoint, result>(
  options: AskAroundOptions<endpoint, result>,
): Promise<Outcome<endpoint, result>> {
  const { order, signal, hedgeDelayMs, timeoutMs } = options
  const startedAtMs = performance.now()
  const asks: { -readonly [key in keyof Ask]: Ask[key] }[] = []
  const failures: EndpointError[] = []
  let hedged = false
  let isStalled = false
  let isSettled = false
  let timer: NodeJS.Timeout | undefined

  return new Promise((resolve, reject) => {
    let detach = () => {}
    const settle = (end: () => void) => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      detach()
      end()
    }
    const finish = (
      rest: { as: 'result'; result: result; winner: endpoint } | { as: Exclude<Outcome<never, never>['as'], 'result'> },
    ) => settle(() => resolve({ failures, attempts: asks.length, hedged, ...rest }))

    const win = (winner: endpoint, result: result) => {
      const now = performance.now()
      if (!isSettled && !isStalled)
        for (const { who, askedAtMs, endedAtMs } of asks)
          if (endedAtMs === null && now - askedAtMs >= hedgeDelayMs) options.onLate(order[who] as endpoint)
      finish({ as: 'result', result, winner })
    }
    const fail = (ask: (typeof asks)[number], error: unknown) => {
      if (!(error instanceof EndpointError)) return settle(() => reject(error))
      ask.outcome = toOutcome(error)
      failures.push(error)
      if (error.kind === 'answer') finish({ as: 'answered' })
      else advance()
    }
    const launch = (who: number, hedge: boolean) => {
      const ask: (typeof asks)[number] = { who, askedAtMs: performance.now(), endedAtMs: null, outcome: 'running' }
      const endpoint = order[who] as endpoint
      asks.push(ask)
      const ended = () => {
        ask.endedAtMs = performance.now()
      }
      options.attempt(endpoint, { hedge, isLate: () => isSettled }).then(
        (result) => {
          ended()
          win(endpoint, result)
        },
        (error) => {
          ended()
          if (!isSettled) fail(ask, error)
        },
      )
    }
    const advance = () => {
      while (!isSettled) {
        const nowMs = performance.now()
        const isAnswered = options.isAnswered(failures)
        const decision = decideNext({
          ...{ ...options, nowMs, startedAtMs, deadlineMs: startedAtMs + timeoutMs, asks, isAnswered },
        })
        if (decision.kind === 'end') return finish({ as: decision.as })
        if (decision.kind === 'wait') return wakeAt(decision.untilMs)
        if (decision.hedge)
          for (const { who, endedAtMs } of asks) if (endedAtMs === null) options.onOverdue(order[who] as endpoint)
        hedged ||= decision.hedge
        for (const who of decision.who) launch(who, decision.hedge)
      }
    }
    const wakeAt = (untilMs: number) => {
      clearTimeout(timer)
      if (untilMs === Number.POSITIVE_INFINITY) return
      const delayMs = Math.max(1, untilMs - performance.now())
      timer = setTimeout(() => {
        isStalled ||= isTimerStalled(performance.now() - untilMs, delayMs)
        // Answers that wait while this process was busy are read first.
        setImmediate(advance)
      }, delayMs)
    }
    detach = onAbort([signal], (reason) => settle(() => reject(reason)))
    advance()
  })
}

function toOutcome({ kind }: EndpointError): Ask['outcome'] {
  if (kind === 'empty') return 'nothing'
  return kind === 'unsupported' || kind === 'rateLimited' || kind === 'wrongChain' ? 'refused' : 'failed'
}
