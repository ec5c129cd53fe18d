/** One endpoint asked on behalf of one request. */
export type Ask = {
  /** Index into the endpoints of the request. */
  readonly who: number
  readonly askedAtMs: number
  /** Null while it is running. */
  readonly endedAtMs: number | null
  /**
   * How it ended: `failed` may be tried again, `refused` not for this request, `nothing` is the answer that there is no
   * such thing.
   */
  readonly outcome: 'running' | 'failed' | 'refused' | 'nothing'
}

/** All that is known of one request. */
export type RequestState = {
  readonly nowMs: number
  readonly startedAtMs: number
  /** No endpoint is asked after this time. */
  readonly deadlineMs: number
  readonly hedgeDelayMs: number
  /** How many are asked beside the first when it is late; 0 for a request that only one endpoint may have. */
  readonly maxHedges: number
  /** How often an endpoint that fails is asked. */
  readonly tries: number
  /** Best first. Those in reserve are out of service or probably not able; they are asked when no other is left. */
  readonly endpoints: readonly ('inService' | 'reserve')[]
  readonly asks: readonly Ask[]
  /** Whether the failures so far amount to the chain's own answer. */
  readonly isAnswered: boolean
}

export type Decision =
  | { readonly kind: 'ask'; readonly who: readonly number[]; readonly hedge: boolean }
  /** Until a call ends, or this time. */
  | { readonly kind: 'wait'; readonly untilMs: number }
  /** `confirmed` and `unconfirmed`: that there is nothing, by two endpoints or by one alone. */
  | { readonly kind: 'end'; readonly as: 'answered' | 'failed' | 'confirmed' | 'unconfirmed' }

/** Pause before a failure is tried again; it doubles each time. */
export const retryDelayMs = 75
/** After this time without an answer, other endpoints and the same one may be asked again. */
export const unansweredRetryMs = 2000
// How often an endpoint that does not answer is asked.
const maxSilentAsks = 4
/** After one endpoint says that there is nothing: time for others to confirm or contradict. */
export const notFoundQuorumMs = 1000
/** After two endpoints say that there is nothing: time for a third to contradict. */
export const notFoundConfirmMs = 250

/**
 * What to do next about a request without an answer: ask the first endpoint alone, others in parallel when it is late,
 * the next at once when it fails, those out of service when no other is left. No request fails before every endpoint has
 * been asked. The answer that there is nothing counts when a second endpoint confirms it and none contradicts.
 */
export function decideNext(state: RequestState): Decision {
  const { asks, endpoints, nowMs, deadlineMs } = state
  const isHedgeDue = nowMs >= state.startedAtMs + state.hedgeDelayMs && state.maxHedges > 0
  // How nearly every request goes, without a look at everything.
  const usual = isHedgeDue ? undefined : decideUsual(state)
  if (usual !== undefined) return usual
  const asked = new Set(asks.map(({ who }) => who))
  const unasked = endpoints.flatMap((standing, who) => (asked.has(who) ? [] : [{ who, standing }]))
  const running = asks.filter(({ outcome }) => outcome === 'running')
  const notFoundVotes = new Set(asks.flatMap(({ who, outcome }) => (outcome === 'nothing' ? [who] : [])))
  if (notFoundVotes.size > 0) return decideDenied(state, unasked, running, notFoundVotes)

  const wanted = 1 + (isHedgeDue ? state.maxHedges : 0) - running.length
  const next = unasked.filter(({ standing }) => standing === 'inService').slice(0, Math.max(0, wanted))
  if (next.length > 0) return ask(next, isHedgeDue && running.length > 0)
  const needsReserve = !unasked.some(({ standing }) => standing === 'inService') && (isHedgeDue || running.length === 0)
  if (needsReserve && unasked.length > 0) return ask(unasked, isHedgeDue && running.length > 0)
  if (running.length === 0 && state.isAnswered) return { kind: 'end', as: 'answered' }
  // A failure is not tried again while another endpoint may be about to answer.
  const silentSinceMs = running.reduce((latest, { askedAtMs }) => Math.max(latest, askedAtMs + toSilentMs(state)), 0)
  const again = unasked.length === 0 ? decideAgain(state, endpoints.keys(), silentSinceMs) : null
  if (again !== null && again.kind === 'ask') return again
  if (running.length === 0 && (again === null || nowMs >= deadlineMs)) return { kind: 'end', as: 'failed' }
  const mayHedge = !isHedgeDue && state.maxHedges > 0 && unasked.length > 0
  const hedgeAtMs = mayHedge ? state.startedAtMs + state.hedgeDelayMs : Number.POSITIVE_INFINITY
  return { kind: 'wait', untilMs: Math.min(hedgeAtMs, again?.untilMs ?? Number.POSITIVE_INFINITY) }
}

/** The first endpoint alone, and time for it to answer. Undefined for all that is not as simple. */
function decideUsual({ asks, endpoints, maxHedges, startedAtMs, hedgeDelayMs }: RequestState): Decision | undefined {
  const [first] = asks
  if (first === undefined) return endpoints[0] === 'inService' ? { kind: 'ask', who: [0], hedge: false } : undefined
  if (asks.length > 1 || first.outcome !== 'running' || endpoints.length === 1) return undefined
  return { kind: 'wait', untilMs: maxHedges > 0 ? startedAtMs + hedgeDelayMs : Number.POSITIVE_INFINITY }
}

type Unasked = readonly { readonly who: number }[]

/** An endpoint says that there is nothing: every other one that can be reached is asked before that counts. */
function decideDenied(
  state: RequestState,
  unasked: Unasked,
  running: readonly Ask[],
  deniers: ReadonlySet<number>,
): Decision {
  const { asks, endpoints, nowMs } = state
  if (unasked.length > 0) return ask(unasked, false)
  const saidAtMs = asks.flatMap(({ outcome, endedAtMs }) => (outcome === 'nothing' ? [endedAtMs ?? nowMs] : []))
  const [firstMs = nowMs, secondMs = nowMs] = saidAtMs.sort((a, b) => a - b)
  const deadlineMs = Math.min(state.deadlineMs, firstMs + notFoundQuorumMs)
  if (deniers.size > 1) {
    const untilMs = Math.min(secondMs + notFoundConfirmMs, deadlineMs)
    const isHeard = running.length === 0 || nowMs >= untilMs
    return isHeard ? { kind: 'end', as: 'confirmed' } : { kind: 'wait', untilMs }
  }
  if (nowMs >= deadlineMs) return { kind: 'end', as: 'unconfirmed' }
  const others = [...endpoints.keys()].filter((who) => !deniers.has(who))
  const again = decideAgain(state, others)
  if (again?.kind === 'ask') return again
  if (running.length === 0 && again === null) return { kind: 'end', as: 'unconfirmed' }
  return { kind: 'wait', untilMs: Math.min(deadlineMs, again?.untilMs ?? Number.POSITIVE_INFINITY) }
}

/** Which of the endpoints asked before to ask again, or when; null for none. */
function decideAgain(
  state: RequestState,
  whom: Iterable<number>,
  notBeforeMs = 0,
): Extract<Decision, { kind: 'ask' | 'wait' }> | null {
  const dueMs = [...whom].map((who) => ({ who, atMs: Math.max(notBeforeMs, toNextAskMs(state, who)) }))
  const due = dueMs.filter(({ atMs }) => atMs <= state.nowMs)
  if (due.length > 0 && state.nowMs < state.deadlineMs) return ask(due, false)
  const untilMs = Math.min(...dueMs.map(({ atMs }) => atMs))
  return untilMs < state.deadlineMs ? { kind: 'wait', untilMs } : null
}

/** Grows with the hedge delay: a slow endpoint gets more time. */
function toSilentMs({ hedgeDelayMs }: RequestState): number {
  return Math.max(unansweredRetryMs, 4 * hedgeDelayMs)
}

function toNextAskMs(state: RequestState, who: number): number {
  const { asks, tries, maxHedges } = state
  const own = asks.filter((each) => each.who === who)
  const last = own.at(-1)
  if (last === undefined || own.some(({ outcome }) => outcome === 'refused')) return Number.POSITIVE_INFINITY
  if (last.endedAtMs === null)
    return own.length < maxSilentAsks && maxHedges > 0 ? last.askedAtMs + toSilentMs(state) : Number.POSITIVE_INFINITY
  const failures = own.filter(({ outcome }) => outcome === 'failed').length
  return failures < tries ? last.endedAtMs + retryDelayMs * 2 ** (failures - 1) : Number.POSITIVE_INFINITY
}

function ask(endpoints: Unasked, hedge: boolean): Extract<Decision, { kind: 'ask' }> {
  return { kind: 'ask', who: endpoints.map(({ who }) => who), hedge }
}
