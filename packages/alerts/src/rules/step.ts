export type Condition = 'above' | 'below'

export type Rule = {
  readonly condition: Condition
  readonly threshold: number
  readonly rearmPercent: number
  readonly cooldownSeconds: number
}

/**
 * `watching`: the condition is false. `active`: the condition is true, and a notification was sent. `acknowledged`: a user
 * confirmed it, and no notification is sent until the condition has been false. `resolved`: closed and not evaluated.
 */
export type AlertStatus = 'watching' | 'active' | 'acknowledged' | 'resolved'

export type RuleState = {
  readonly status: AlertStatus
  /** Whether the alert can trigger, because the condition has been false since the last trigger. */
  readonly armed: boolean
  /** Number of triggers. Part of the id of each notification. */
  readonly triggers: number
  readonly lastTriggeredAtMs: number | null
  /** Triggers up to this number are acknowledged or resolved. Their notifications are no longer sent. */
  readonly settled: number
  /** Position of the last reading that changed this state. Replayed readings up to it are skipped. */
  readonly seen: Cursor | null
}

/** A position in the history of a figure. */
export type Cursor = { readonly atMs: number; readonly block?: number }

/** One value of a figure. */
export type Reading = Cursor & { readonly value: number }

/**
 * `replayed`: from the history · `next`: live · `again`: at a known height, after a reorg or a change of the rule. `again` is
 * the default and is always evaluated.
 */
export type ReadingOrder = 'replayed' | 'next' | 'again'

export type RuleEvent =
  | { readonly type: 'reading'; readonly reading: Reading; readonly order?: ReadingOrder }
  | { readonly type: 'acknowledge' }
  | { readonly type: 'resolve' }
  /** The rule was changed or reopened, so it is evaluated from the start. */
  | { readonly type: 'reset'; readonly atMs: number }

type RuleEffect = 'triggered' | 'cleared' | 'acknowledged' | 'resolved' | null

export const initialState: RuleState = {
  status: 'watching',
  armed: true,
  triggers: 0,
  lastTriggeredAtMs: null,
  settled: 0,
  seen: null,
}

/**
 * Applies an event to the state of an alert. The alert triggers when the condition becomes true, and again only after the
 * figure has returned past the threshold by `rearmPercent` of it. Returns the same state if the event has no effect.
 *
 * @example step(rule, initialState, { type: 'reading', reading: { value: 60, atMs } }) // { state, effect: 'triggered' }
 */
export function step(rule: Rule, state: RuleState, event: RuleEvent): { state: RuleState; effect: RuleEffect } {
  switch (event.type) {
    case 'reading':
      return isOld(state, event) ? { state, effect: null } : evaluate(rule, state, event.reading)
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
 * Whether a reading was already evaluated. Another node with a provider that is some blocks ahead may have written the state.
 * Our readings are then skipped until our provider reaches the same block.
 */
function isOld({ seen }: RuleState, { reading, order }: Extract<RuleEvent, { type: 'reading' }>): boolean {
  if (order === 'replayed') return isKnown(seen, reading)
  return order === 'next' && reading.block !== undefined && seen?.block !== undefined && reading.block < seen.block
}

function evaluate(rule: Rule, state: RuleState, reading: Reading): { state: RuleState; effect: RuleEffect } {
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

// A clock that was set back does not extend the cooldown.
function isCooling({ cooldownSeconds }: Rule, { lastTriggeredAtMs }: RuleState, atMs: number): boolean {
  if (lastTriggeredAtMs === null || atMs < lastTriggeredAtMs) return false
  return atMs - lastTriggeredAtMs < cooldownSeconds * 1000
}

/** Whether a reading is at or before a position. */
export function isKnown(seen: Cursor | null, { atMs, block }: Reading): boolean {
  if (seen === null) return false
  return block !== undefined && seen.block !== undefined ? block <= seen.block : atMs <= seen.atMs
}
