export type Condition = 'above' | 'below'

export type Rule = {
  readonly condition: Condition
  readonly threshold: number
  readonly rearmPercent: number
  readonly cooldownSeconds: number
}

/**
 * `watching`: the condition does not hold. `active`: it holds and was notified. `acknowledged`: somebody knows, and nothing
 * more is sent until it has stopped holding. `resolved`: closed, and not evaluated any more.
 */
export type AlertStatus = 'watching' | 'active' | 'acknowledged' | 'resolved'

export type RuleState = {
  readonly status: AlertStatus
  /** Whether the condition may trigger: it has not held since it last did. */
  readonly armed: boolean
  /** How often it has triggered. Part of the id of each notification. */
  readonly triggers: number
  readonly lastTriggeredAtMs: number | null
  /** Triggers up to this one were acknowledged or resolved: nothing more of them is sent. */
  readonly settled: number
  /** Where the last change of this state came from: what is replayed up to there is known. */
  readonly seen: Cursor | null
}

/** A place in the history of a figure. */
export type Cursor = { readonly atMs: number; readonly block?: number }

/** One value of a figure. */
export type Reading = Cursor & { readonly value: number }

/**
 * `replayed`: of the past · `next`: live · `again`: at a height that was seen before, as a reorganisation or an edited rule
 * brings it, and judged in any case: the default.
 */
export type ReadingOrder = 'replayed' | 'next' | 'again'

export type RuleEvent =
  | { readonly type: 'reading'; readonly reading: Reading; readonly order?: ReadingOrder }
  | { readonly type: 'acknowledge' }
  | { readonly type: 'resolve' }
  /** The rule was changed or opened again: it is judged anew. */
  | { readonly type: 'reset'; readonly atMs: number }

export type RuleEffect = 'triggered' | 'cleared' | 'acknowledged' | 'resolved' | null

export const initialState: RuleState = {
  status: 'watching',
  armed: true,
  triggers: 0,
  lastTriggeredAtMs: null,
  settled: 0,
  seen: null,
}

/**
 * What an event makes of an alert. It triggers where the condition begins to hold, not while it does, and again only after
 * the figure came back over the threshold by `rearmPercent` of it. An event without effect returns the same state.
 *
 * @example step(rule, initialState, { type: 'reading', reading: { value: 60, atMs } }) // { state, effect: 'triggered' }
 */
export function step(rule: Rule, state: RuleState, event: RuleEvent): { state: RuleState; effect: RuleEffect } {
  switch (event.type) {
    case 'reading':
      return isOld(state, event) ? { state, effect: null } : judge(rule, state, event.reading)
    case 'acknowledge':
      return state.status === 'active'
        ? { state: { ...state, status: 'acknowledged', settled: state.triggers }, effect: 'acknowledged' }
        : { state, effect: null }
    case 'resolve':
      return state.status === 'resolved'
        ? { state, effect: null }
        : { state: { ...state, status: 'resolved', settled: state.triggers }, effect: 'resolved' }
    case 'reset':
      return { state: { ...state, status: 'watching', armed: true, seen: { atMs: event.atMs } }, effect: null }
  }
}

/**
 * Whether what a reading says has been judged. The state may be another node's, whose provider was ahead of ours by some
 * blocks: until ours has come as far, its blocks are news to nobody.
 */
function isOld({ seen }: RuleState, { reading, order }: Extract<RuleEvent, { type: 'reading' }>): boolean {
  if (order === 'replayed') return isKnown(seen, reading)
  return order === 'next' && reading.block !== undefined && seen?.block !== undefined && reading.block < seen.block
}

function judge(rule: Rule, state: RuleState, reading: Reading): { state: RuleState; effect: RuleEffect } {
  if (state.status === 'resolved' || !Number.isFinite(reading.value)) return { state, effect: null }
  const { value, ...seen } = reading
  const excess = rule.condition === 'above' ? value - rule.threshold : rule.threshold - value
  if (state.armed) {
    if (excess <= 0 || isCooling(rule, state, reading.atMs)) return { state, effect: null }
    const triggered = { armed: false, triggers: state.triggers + 1, lastTriggeredAtMs: reading.atMs, seen }
    return { state: { ...state, ...triggered, status: 'active' }, effect: 'triggered' }
  }
  const margin = (Math.abs(rule.threshold) * rule.rearmPercent) / 100
  if (excess > -margin) return { state, effect: null }
  return { state: { ...state, armed: true, status: 'watching', seen }, effect: 'cleared' }
}

// A clock that was set back makes no cooldown longer.
function isCooling({ cooldownSeconds }: Rule, { lastTriggeredAtMs }: RuleState, atMs: number): boolean {
  if (lastTriggeredAtMs === null || atMs < lastTriggeredAtMs) return false
  return atMs - lastTriggeredAtMs < cooldownSeconds * 1000
}

/** Whether a reading lies not behind a place. */
export function isKnown(seen: Cursor | null, { atMs, block }: Reading): boolean {
  if (seen === null) return false
  return block !== undefined && seen.block !== undefined ? block <= seen.block : atMs <= seen.atMs
}
