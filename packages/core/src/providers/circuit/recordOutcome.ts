import type { EndpointError, FailureKind } from '../errors.ts'
import { stepCircuit } from './breaker.ts'
import type { HealthRules, MutableHealth } from './health.ts'
import { recordLatency } from './latency.ts'

const notItsFault: readonly FailureKind[] = ['empty', 'answer', 'unclear', 'doubtful', 'unsupported']
// Probes verify a wrong chain again, and `lag` shows a lagging head. Neither opens the circuit.
const noStrike: readonly FailureKind[] = ['wrongChain', 'lagging']
const success = { kind: 'success' } as const

export function recordCallSent(health: MutableHealth): void {
  health.calls += 1
}

export type Answered = {
  readonly method: string
  readonly latencyMs: number
  readonly nowMs: number
  /** Another endpoint answered the request first, so only the latency counts. */
  readonly isAlreadyAnswered: boolean
}

export function recordAnswer(health: MutableHealth, answered: Answered, rules: HealthRules): void {
  health.answeredAtMs = answered.nowMs
  if (!answered.isAlreadyAnswered) recordSuccess(health, rules)
  recordLatency(health, answered.method, answered.latencyMs, rules)
}

function recordSuccess(health: MutableHealth, rules: HealthRules): void {
  health.outcomes.add(1)
  health.circuit = stepCircuit(health.circuit, success, rules)
}

export type FailedCall = {
  readonly method: string
  readonly latencyMs: number
  readonly sentAtMs: number
  readonly nowMs: number
}

/** Records a failed call. An endpoint that answers with an error is still alive. */
export function recordFailedCall(
  health: MutableHealth,
  error: EndpointError,
  call: FailedCall,
  rules: HealthRules,
): void {
  if (notItsFault.includes(error.kind)) health.answeredAtMs = call.nowMs
  if (error.kind === 'empty') {
    recordSuccess(health, rules)
    recordLatency(health, call.method, call.latencyMs, rules)
  }
  if (error.kind === 'wrongChain') health.verified = false
  if (call.sentAtMs >= health.circuit.closedAtMs) recordFailure(health, error, call.nowMs, rules)
}

export function recordFailure(health: MutableHealth, error: EndpointError, nowMs: number, rules: HealthRules): void {
  const { kind, message, retryAfterMs } = error
  if (notItsFault.includes(kind)) return
  health.lastError = { code: kind, message, atMs: nowMs }
  health.outcomes.add(0)
  if (kind === 'rateLimited')
    health.circuit = stepCircuit(health.circuit, { kind: 'rateLimit', atMs: nowMs, retryAfterMs }, rules)
  else if (!noStrike.includes(kind))
    health.circuit = stepCircuit(health.circuit, { kind: 'strike', atMs: nowMs }, rules)
}

/** Records that a call is unanswered when other endpoints are called as well. */
export function recordOverdue(health: MutableHealth, nowMs: number): void {
  health.overdueAtMs = nowMs
}

/** Records that another endpoint answered first although it was called later. */
export function recordLate(health: MutableHealth, nowMs: number, rules: HealthRules): void {
  health.lastError = { code: 'late', message: 'It answers late.', atMs: nowMs }
  health.circuit = stepCircuit(health.circuit, { kind: 'strike', atMs: nowMs }, rules)
}

export type AnsweredProbe = { readonly latencyMs: number; readonly nowMs: number; readonly isIdentityShown: boolean }

export function recordProbeAnswer(health: MutableHealth, probe: AnsweredProbe): void {
  health.verified = true
  health.answeredAtMs = probe.nowMs
  if (probe.isIdentityShown) health.verifiedAtMs = probe.nowMs
  health.latencies.add(probe.latencyMs)
}

/** Records the answer to a probe that tested whether the endpoint works. Closes its circuit. */
export function recordProbeSuccess(health: MutableHealth, nowMs: number, rules: HealthRules): void {
  health.outcomes.add(1)
  health.circuit = stepCircuit(health.circuit, { kind: 'probeSuccess', atMs: nowMs }, rules)
}

/**
 * Records a failed probe. `error` is undefined if the endpoint has since answered a request that was sent after the
 * probe.
 */
export function recordProbeFailure(
  health: MutableHealth,
  error: EndpointError | undefined,
  nowMs: number,
  rules: HealthRules,
): void {
  if (error !== undefined) recordFailure(health, error, nowMs, rules)
  health.circuit = stepCircuit(health.circuit, { kind: 'probeFailure' }, rules)
}

/** Records that an endpoint serves another chain (`false`), or must be verified before its next use (`null`). */
export function recordUnverified(health: MutableHealth, verified: false | null): void {
  health.verified = verified
}

export function recordSocket(health: MutableHealth, isLive: boolean): void {
  health.socket = isLive
}

/** Records why an endpoint reports itself unfit while a better one exists (`why`). Null means that it may be used. */
export function recordStandby(health: MutableHealth, why: string | null): void {
  health.standby = why
}
