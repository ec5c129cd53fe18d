import type { Endpoint } from '../endpoint.ts'
import type { EndpointError } from '../errors.ts'
import type { EndpointReport, EndpointStatus } from '../poolTypes.ts'
import { type Budget, createBudget } from './budget.ts'
import { createLearned, type Learned } from './learned.ts'
import { createTally, type Tally } from './tally.ts'
import { createWindow, type Window } from './window.ts'

export type HealthRules = {
  readonly failureThreshold: number
  readonly maxProbeDelayMs: number
  readonly maxLagBlocks: number
  /** Fixed hedge delay; undefined to learn it. */
  readonly hedgeDelayMs: number | undefined
}

const windowSize = 64
export const minProbeDelayMs = 250
const maxCoolDownMs = 60_000
// A circuit that opens again so soon after it closed belongs to an endpoint that comes and goes.
const flapMs = 10_000
const maxFlaps = 7
const maxMethods = 64
const hedge = { defaultMs: 100, minMs: 30, maxMs: 1000, minSamples: 8 }

const blameless: readonly EndpointError['kind'][] = ['empty', 'answer', 'doubtful', 'unsupported']

/** What is known of one endpoint, from its own traffic and from probes. */
export type EndpointHealth = {
  readonly endpoint: Endpoint
  readonly outcomes: Window
  readonly latencies: Window
  /** Latencies per method: a trace may take a hundred times as long as a block number. */
  readonly byMethod: Map<string, Window>
  calls: number
  readonly tally: Tally
  consecutiveFailures: number
  /** The circuit: open means not asked until a probe succeeds. */
  open: boolean
  probeDelayMs: number
  /** How often in a row the circuit opened again soon after it had closed. */
  flaps: number
  /** Refusals for calling too often since the last answer. */
  rateLimits: number
  /** When the circuit last closed; failures of calls sent before that tell nothing of the endpoint as it is now. */
  recoveredAtMs: number
  /** Chain id (or probe path) verified; null before the first check. */
  verified: boolean | null
  verifiedAtMs: number
  /** Not asked until then, because it was asked too often. */
  coolUntilMs: number
  /** Not even probed until then, because it said so. */
  refusesUntilMs: number
  /** When a call to it was last found late, and when it last answered anything. */
  overdueAtMs: number
  answeredAtMs: number
  head: bigint | null
  headAtMs: number
  /** The highest head it has shown of late: one that goes back from there is no witness of where the chain is. */
  peak: bigint | null
  peakAtMs: number
  /** Blocks behind the best endpoint when its head was last seen. */
  lag: bigint
  lastError: EndpointReport['lastError']
  socket: boolean
  readonly learned: Learned
  readonly budget: Budget
}

export function createHealth(endpoint: Endpoint): EndpointHealth {
  return {
    endpoint,
    outcomes: createWindow(windowSize),
    latencies: createWindow(windowSize),
    byMethod: new Map(),
    calls: 0,
    tally: createTally(),
    consecutiveFailures: 0,
    open: false,
    probeDelayMs: minProbeDelayMs,
    flaps: 0,
    rateLimits: 0,
    recoveredAtMs: Number.NEGATIVE_INFINITY,
    verified: null,
    verifiedAtMs: 0,
    coolUntilMs: 0,
    refusesUntilMs: 0,
    overdueAtMs: Number.NEGATIVE_INFINITY,
    answeredAtMs: Number.NEGATIVE_INFINITY,
    head: null,
    headAtMs: 0,
    peak: null,
    peakAtMs: 0,
    lag: 0n,
    lastError: null,
    socket: false,
    learned: createLearned(),
    budget: createBudget(endpoint.requestsPerSecond),
  }
}

export function recordSuccess(health: EndpointHealth, method: string, latencyMs: number, rules: HealthRules): void {
  health.outcomes.add(1)
  health.consecutiveFailures = 0
  health.rateLimits = 0
  recordLatency(health, method, latencyMs, rules)
}

/**
 * Learns a latency. One sample counts at most twice the present hedge delay, so that a burst of stalled calls cannot
 * teach the pool to be patient with a stalled endpoint.
 */
export function recordLatency(health: EndpointHealth, method: string, latencyMs: number, rules: HealthRules): void {
  const bounded = Math.min(latencyMs, 2 * computeHedgeDelayMs(health, method, rules))
  health.latencies.add(latencyMs)
  let window = health.byMethod.get(method)
  if (window === undefined) {
    if (health.byMethod.size >= maxMethods) return
    window = createWindow(windowSize)
    health.byMethod.set(method, window)
  }
  window.add(bounded)
}

export function recordFailure(health: EndpointHealth, error: EndpointError, nowMs: number, rules: HealthRules): void {
  if (blameless.includes(error.kind)) return
  health.lastError = { code: error.kind, message: error.message, atMs: nowMs }
  health.outcomes.add(0)
  if (error.kind === 'rateLimited') {
    // Several calls in flight are refused together; that is one refusal.
    if (health.coolUntilMs > nowMs) return
    const wantedMs = Math.min(error.retryAfterMs ?? 1000, maxCoolDownMs)
    health.refusesUntilMs = nowMs + wantedMs
    health.coolUntilMs = nowMs + Math.min(Math.max(wantedMs, 1000 * 2 ** health.rateLimits), maxCoolDownMs)
    health.rateLimits = Math.min(health.rateLimits + 1, maxFlaps)
    return
  }
  // A wrong chain is re-verified by probes; a lagging head shows in `lag`. Neither needs the circuit.
  if (error.kind === 'wrongChain' || error.kind === 'lagging') return
  recordStrike(health, nowMs, rules)
}

/** A failure, or a call so late that a backup answered first: too many in a row open the circuit. */
export function recordStrike(health: EndpointHealth, nowMs: number, rules: HealthRules): void {
  health.consecutiveFailures += 1
  if (health.open || health.consecutiveFailures < rules.failureThreshold) return
  health.open = true
  health.flaps = nowMs - health.recoveredAtMs < flapMs ? Math.min(health.flaps + 1, maxFlaps) : 0
  health.probeDelayMs = Math.min(minProbeDelayMs, rules.maxProbeDelayMs) * 2 ** health.flaps
}

export function closeCircuit(health: EndpointHealth, nowMs: number): void {
  if (health.open) health.recoveredAtMs = nowMs
  health.coolUntilMs = 0
  health.open = false
  health.consecutiveFailures = 0
  health.probeDelayMs = minProbeDelayMs
}

/** It owes an answer and has given none since that became late: others go first until it speaks. */
export function isSuspect({ overdueAtMs, answeredAtMs }: EndpointHealth): boolean {
  return overdueAtMs > answeredAtMs
}

/** Why an endpoint is not asked at the moment; null if it may be. */
export function whyUnavailable(health: EndpointHealth, nowMs: number, rules: HealthRules): string | null {
  if (health.verified === false) return health.lastError?.message ?? 'It failed verification.'
  if (health.open)
    return `Circuit open after ${health.consecutiveFailures} failures: ${health.lastError?.message ?? 'late answers'}`
  if (health.coolUntilMs > nowMs) return `Rate limited for another ${Math.ceil((health.coolUntilMs - nowMs) / 1000)} s.`
  if (health.lag > BigInt(rules.maxLagBlocks)) return `Its head is ${health.lag} blocks behind.`
  return null
}

/**
 * How long a call may take before the backups are asked: 1.5 x the p95 of the endpoint's own latency for the method,
 * so that in good health about one call in fifty is hedged.
 */
export function computeHedgeDelayMs(health: EndpointHealth, method: string, rules: HealthRules): number {
  if (rules.hedgeDelayMs !== undefined) return rules.hedgeDelayMs
  const window = health.byMethod.get(method)
  const p95 = window !== undefined && window.count >= hedge.minSamples ? window.quantile(0.95) : null
  if (p95 !== null) return Math.min(hedge.maxMs, Math.max(hedge.minMs, 1.5 * p95))
  // A method not seen often enough: what the endpoint needs for others, its verification at least.
  const median = health.latencies.quantile(0.5) ?? 0
  return Math.min(hedge.maxMs, Math.max(hedge.defaultMs, 2 * median))
}

export function toStatus(health: EndpointHealth, unavailable: string | null): EndpointStatus {
  if (unavailable !== null) return 'unavailable'
  const successRate = health.outcomes.mean()
  if (successRate === null) return 'unknown'
  return successRate < 0.9 || health.consecutiveFailures > 0 ? 'degraded' : 'healthy'
}

export function toReport(health: EndpointHealth, unavailable: string | null): EndpointReport {
  const { endpoint, learned } = health
  const status = toStatus(health, unavailable)
  return {
    name: endpoint.name,
    role: endpoint.role,
    url: endpoint.displayUrl,
    status,
    reason: unavailable ?? (status === 'degraded' ? (health.lastError?.message ?? 'It answers late.') : null),
    successRate: health.outcomes.mean(),
    latencyMs: health.latencies.quantile(0.5),
    head: health.head,
    lastError: health.lastError,
    calls: health.calls,
    tally: health.tally,
    socket: health.socket,
    unsupported: [...learned.methods].flatMap(([method, { why }]) => (why === 'unsupported' ? [method] : [])),
    oldestState: learned.oldestState?.block ?? null,
    maxLogRange: learned.maxLogRange?.blocks ?? null,
  }
}
