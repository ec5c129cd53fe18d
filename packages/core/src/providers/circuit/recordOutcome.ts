import type { EndpointError, FailureKind } from '../errors.ts'
import { stepCircuit } from './breaker.ts'
import type { HealthRules, MutableHealth } from './health.ts'
import { recordLatency } from './latency.ts'

const notItsFault: readonly FailureKind[] = ['empty', 'answer', 'unclear', 'doubtful', 'unsupported']
// A wrong chain is verified again by probes, a lagging head shows in `lag`: neither opens the circuit.
const noStrike: readonly FailureKind[] = ['wrongChain', 'lagging']
const success = { kind: 'success' } as const

export function recordCallSent(health: MutableHealth): void {
  health.calls += 1
}

export type Answered = {
  readonly method: string
  readonly latencyMs: number
  readonly nowMs: number
  /** Another endpoint has answered the request before: it counts as a latency only. */
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

/** A call to an endpoint failed. An endpoint that answers with an error of its own is alive. */
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

/** A call has not been answered by the time others are asked as well. */
export function recordOverdue(health: MutableHealth, nowMs: number): void {
  health.overdueAtMs = nowMs
}

/** Another endpoint answered first, though it was asked later. */
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

/** A probe that was sent to find out whether the endpoint is well has been answered: its circuit closes. */
export function recordProbeSuccess(health: MutableHealth, nowMs: number, rules: HealthRules): void {
  health.outcomes.add(1)
  health.circuit = stepCircuit(health.circuit, { kind: 'probeSuccess', atMs: nowMs }, rules)
}

/** `error` is undefined where something that was sent after the probe has been answered. */
export function recordProbeFailure(
  health: MutableHealth,
  error: EndpointError | undefined,
  nowMs: number,
  rules: HealthRules,
): void {
  if (error !== undefined) recordFailure(health, error, nowMs, rules)
  health.circuit = stepCircuit(health.circuit, { kind: 'probeFailure' }, rules)
}

/** It serves another chain (`false`), or may do so and is verified before it is used again (`null`). */
export function recordUnverified(health: MutableHealth, verified: false | null): void {
  health.verified = verified
}

export function recordSocket(health: MutableHealth, isLive: boolean): void {
  health.socket = isLive
}

/** By its own report it is not well, and another endpoint is (`why`), or it may be used again (null). */
export function recordStandby(health: MutableHealth, why: string | null): void {
  health.standby = why
}
