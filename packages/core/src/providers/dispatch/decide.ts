/** One call to one endpoint on behalf of a request. */
export type SentCall = {
  /** Index into the endpoints of the request. */
  readonly endpoint: number
  readonly sentAtMs: number
  /** Null while the call is running. */
  readonly endedAtMs: number | null
  /**
   * Outcome of the call. `failed`: may be retried. `refused`: the endpoint does not serve this request. `empty`: the endpoint
   * lacks the block, transaction or logs.
   */
  readonly outcome: 'running' | 'failed' | 'refused' | 'empty'
}

/** State of one request, from which `decideNext` decides the next step. */
export type RequestState = {
  readonly nowMs: number
  readonly startedAtMs: number
  /** No call is sent after this time. */
  readonly deadlineMs: number
  readonly hedgeDelayMs: number
  /** How many more endpoints are called if the first is late. 0 if only one endpoint may receive the request. */
  readonly maxHedges: number
  /** Number of calls to one endpoint that may fail. */
  readonly tries: number
  /**
   * The endpoints, best first. Endpoints in reserve are out of service or probably unable to answer. They are called
   * last.
   */
  readonly endpoints: readonly ('inService' | 'reserve')[]
  readonly calls: readonly SentCall[]
  /** Whether the failures so far are equivalent to the chain's own answer. */
  readonly isAnswered: boolean
}

export type Decision =
  | { readonly kind: 'send'; readonly endpoints: readonly number[]; readonly hedge: boolean }
  /** Decide again when a call ends, or at this time. */
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** `confirmed`: two endpoints gave the empty answer. `unconfirmed`: only one endpoint gave it. */
  | { readonly kind: 'end'; readonly as: 'answered' | 'failed' | 'confirmed' | 'unconfirmed' }

type Next = Exclude<Decision, { kind: 'end' }>

/** Pause before a failed call is retried. It doubles each time. */
export const retryDelayMs = 75
/** After this time without an answer, endpoints may be called again. */
export const unansweredRetryMs = 2000
// Calls to an endpoint that does not answer.
const maxSilentCalls = 4
/** Time for other endpoints to confirm or contradict an empty answer. */
export const emptyQuorumMs = 1000
/** Time for a third endpoint to contradict an empty answer that two endpoints gave. */
export const emptyConfirmMs = 250

const never = Number.POSITIVE_INFINITY

/**
 * Decides the next step of a request that has no answer yet. The first endpoint is called alone. Others are called in
 * parallel if it is late, and the next one at once if it fails. Endpoints in reserve are called when no other is left. A
 * request fails only after every endpoint was called. An empty answer counts if a second endpoint confirms it and none
 * contradicts it.
 */
export function decideNext(state: RequestState): Decision {
  const { calls, endpoints, nowMs, deadlineMs } = state
  const running = calls.filter(({ outcome }) => outcome === 'running')
  const unused = [...endpoints.keys()].filter((endpoint) => calls.every((call) => call.endpoint !== endpoint))
  if (calls.some(({ outcome }) => outcome === 'empty')) return decideEmpty(state, unused, running)

  const hedgeAtMs = state.maxHedges > 0 ? state.startedAtMs + state.hedgeDelayMs : never
  const isHedgeDue = nowMs >= hedgeAtMs
  const next = chooseUnused(state, unused, running.length, isHedgeDue)
  if (next.length > 0) return { kind: 'send', endpoints: next, hedge: isHedgeDue && running.length > 0 }
  if (running.length === 0 && state.isAnswered) return { kind: 'end', as: 'answered' }
  const retry = unused.length === 0 ? decideRetry(state, endpoints.keys(), toSilenceEndMs(state, running)) : null
  if (retry?.kind === 'send') return retry
  if (running.length === 0 && (retry === null || nowMs >= deadlineMs)) return { kind: 'end', as: 'failed' }
  return {
    kind: 'wait',
    untilMs: Math.min(isHedgeDue || unused.length === 0 ? never : hedgeAtMs, retry?.untilMs ?? never),
  }
}

/** Returns one endpoint in service, plus hedges if they are due. Returns all endpoints in reserve if no other is left. */
function chooseUnused(
  { endpoints, maxHedges }: RequestState,
  unused: readonly number[],
  running: number,
  isHedgeDue: boolean,
): readonly number[] {
  const inService = unused.filter((endpoint) => endpoints[endpoint] === 'inService')
  if (inService.length > 0) return inService.slice(0, Math.max(0, 1 + (isHedgeDue ? maxHedges : 0) - running))
  return isHedgeDue || running === 0 ? unused : []
}

/** Decides after an empty answer. Every other endpoint that can be reached is called before the empty answer counts. */
function decideEmpty(state: RequestState, unused: readonly number[], running: readonly SentCall[]): Decision {
  const { calls, endpoints, nowMs } = state
  if (unused.length > 0) return { kind: 'send', endpoints: unused, hedge: false }
  const empty = calls.filter(({ outcome }) => outcome === 'empty')
  const deniers = new Set(empty.map(({ endpoint }) => endpoint))
  const [firstMs = nowMs, secondMs = nowMs] = empty.map(({ endedAtMs }) => endedAtMs ?? nowMs).sort((a, b) => a - b)
  const deadlineMs = Math.min(state.deadlineMs, firstMs + emptyQuorumMs)
  if (deniers.size > 1) {
    const untilMs = Math.min(secondMs + emptyConfirmMs, deadlineMs)
    return running.length === 0 || nowMs >= untilMs ? { kind: 'end', as: 'confirmed' } : { kind: 'wait', untilMs }
  }
  if (nowMs >= deadlineMs) return { kind: 'end', as: 'unconfirmed' }
  const others = [...endpoints.keys()].filter((endpoint) => !deniers.has(endpoint))
  const retry = decideRetry(state, others, 0)
  if (retry?.kind === 'send') return retry
  if (running.length === 0 && retry === null) return { kind: 'end', as: 'unconfirmed' }
  return { kind: 'wait', untilMs: Math.min(deadlineMs, retry?.untilMs ?? never) }
}

/** Returns which of these endpoints to call again, or when to do so. Null if none of them may be called again. */
function decideRetry(state: RequestState, endpoints: Iterable<number>, notBeforeMs: number): Next | null {
  const retries = [...endpoints].map((endpoint) => ({
    endpoint,
    atMs: Math.max(notBeforeMs, toRetryAtMs(state, endpoint)),
  }))
  const due = retries.filter(({ atMs }) => atMs <= state.nowMs)
  if (due.length > 0 && state.nowMs < state.deadlineMs)
    return { kind: 'send', endpoints: due.map(({ endpoint }) => endpoint), hedge: false }
  const untilMs = Math.min(...retries.map(({ atMs }) => atMs))
  return untilMs < state.deadlineMs ? { kind: 'wait', untilMs } : null
}

/** Returns the time until which a failed call is not retried, because another endpoint may be about to answer. */
function toSilenceEndMs(state: RequestState, running: readonly SentCall[]): number {
  return Math.max(0, ...running.map(({ sentAtMs }) => sentAtMs + toSilenceMs(state)))
}

/**
 * Returns how long to wait for an answer. The time grows with the hedge delay, because a slow endpoint needs more
 * time.
 */
function toSilenceMs({ hedgeDelayMs }: RequestState): number {
  return Math.max(unansweredRetryMs, 4 * hedgeDelayMs)
}

function toRetryAtMs(state: RequestState, endpoint: number): number {
  const own = state.calls.filter((call) => call.endpoint === endpoint)
  const last = own.at(-1)
  if (last === undefined || own.some(({ outcome }) => outcome === 'refused')) return never
  if (last.endedAtMs === null)
    return own.length < maxSilentCalls && state.maxHedges > 0 ? last.sentAtMs + toSilenceMs(state) : never
  const failures = own.filter(({ outcome }) => outcome === 'failed').length
  return failures < state.tries ? last.endedAtMs + retryDelayMs * 2 ** (failures - 1) : never
}
