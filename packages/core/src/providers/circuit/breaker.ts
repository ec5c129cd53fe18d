/** Circuit breaker of one endpoint, including its rate-limit pauses. */
export type CircuitState = {
  /** While the circuit is open, the endpoint gets no requests until a probe succeeds. */
  readonly isOpen: boolean
  /** Failures and late answers in a row. */
  readonly consecutiveFailures: number
  /** Pause between two probes while the circuit is open. */
  readonly probeDelayMs: number
  /** How often in a row the circuit opened again soon after it closed. */
  readonly flaps: number
  /** When the circuit last closed. Failures of calls sent before that are not counted. */
  readonly closedAtMs: number
  /** Rate-limit refusals since the last answer. */
  readonly rateLimits: number
  /** The endpoint is rate limited and gets no requests until this time. */
  readonly pausedUntilMs: number
  /** The endpoint is not even probed until this time, because it sent `Retry-After`. */
  readonly retryAfterUntilMs: number
}

export type CircuitEvent =
  | { readonly kind: 'success' }
  /** A failure, or a call so late that a backup answered first. */
  | { readonly kind: 'strike'; readonly atMs: number }
  | { readonly kind: 'rateLimit'; readonly atMs: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'probeSuccess'; readonly atMs: number }
  | { readonly kind: 'probeFailure' }

export type CircuitRules = {
  /** Strikes in a row that open the circuit. */
  readonly failureThreshold: number
  readonly maxProbeDelayMs: number
}

export const minProbeDelayMs = 250
const maxPauseMs = 60_000
// If a circuit opens again within this time, its endpoint is flapping.
const flapMs = 10_000
const maxFlaps = 7

export const closedCircuit: CircuitState = {
  isOpen: false,
  consecutiveFailures: 0,
  probeDelayMs: minProbeDelayMs,
  flaps: 0,
  closedAtMs: Number.NEGATIVE_INFINITY,
  rateLimits: 0,
  pausedUntilMs: 0,
  retryAfterUntilMs: 0,
}

/** Returns the state after an event: the same object if nothing changes, as after most answers. */
export function stepCircuit(state: CircuitState, event: CircuitEvent, rules: CircuitRules): CircuitState {
  switch (event.kind) {
    case 'success':
      return state.consecutiveFailures === 0 && state.rateLimits === 0
        ? state
        : { ...state, consecutiveFailures: 0, rateLimits: 0 }
    case 'strike':
      return strike(state, event.atMs, rules)
    case 'rateLimit':
      return pause(state, event.atMs, event.retryAfterMs ?? 1000)
    case 'probeSuccess': {
      const closedAtMs = state.isOpen ? event.atMs : state.closedAtMs
      return {
        ...state,
        isOpen: false,
        consecutiveFailures: 0,
        probeDelayMs: minProbeDelayMs,
        pausedUntilMs: 0,
        closedAtMs,
      }
    }
    case 'probeFailure': {
      // After flaps the delay may already exceed the maximum. It is not shortened.
      const probeDelayMs = Math.max(state.probeDelayMs, Math.min(2 * state.probeDelayMs, rules.maxProbeDelayMs))
      return { ...state, probeDelayMs }
    }
  }
}

function strike(state: CircuitState, nowMs: number, rules: CircuitRules): CircuitState {
  const strikes = state.consecutiveFailures + 1
  if (state.isOpen || strikes < rules.failureThreshold) return { ...state, consecutiveFailures: strikes }
  const flaps = nowMs - state.closedAtMs < flapMs ? Math.min(state.flaps + 1, maxFlaps) : 0
  const probeDelayMs = Math.min(minProbeDelayMs, rules.maxProbeDelayMs) * 2 ** flaps
  return { ...state, isOpen: true, consecutiveFailures: strikes, flaps, probeDelayMs }
}

function pause(state: CircuitState, nowMs: number, retryAfterMs: number): CircuitState {
  // Several calls in flight are refused together; that counts as one refusal.
  if (state.pausedUntilMs > nowMs) return state
  const requestedMs = Math.min(retryAfterMs, maxPauseMs)
  const pauseMs = Math.min(Math.max(requestedMs, 1000 * 2 ** state.rateLimits), maxPauseMs)
  const rateLimits = Math.min(state.rateLimits + 1, maxFlaps)
  return { ...state, rateLimits, pausedUntilMs: nowMs + pauseMs, retryAfterUntilMs: nowMs + requestedMs }
}
