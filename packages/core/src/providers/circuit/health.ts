import { createTokenBucket, type TokenBucket } from '../../time/tokenBucket.ts'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointReport } from '../poolTypes.ts'
import { type CircuitRules, type CircuitState, closedCircuit } from './breaker.ts'
import { type CallCounts, createCallCounts } from './callCounts.ts'
import { createLearnedLimits, type LearnedLimits } from './learnedLimits.ts'
import { createWindow, type Window } from './window.ts'

export type HealthRules = CircuitRules & {
  readonly maxLagBlocks: number
  /** Fixed hedge delay. Undefined to learn the delay from latencies. */
  readonly hedgeDelayMs: number | undefined
}

const windowSize = 64

/** Data about one endpoint, from its own traffic and from probes. Only functions in `circuit/` change this data. */
export type EndpointHealth = {
  readonly endpoint: Endpoint
  readonly circuit: CircuitState
  /** Outcomes of recent calls: 1 for a success, 0 for a failure. */
  readonly outcomes: Window
  readonly latencies: Window
  /** Latencies per method, because a trace may take a hundred times as long as a block number. */
  readonly byMethod: Map<string, Window>
  readonly calls: number
  readonly tally: CallCounts
  /** Whether the chain id (or probe path) is verified. Null before the first check. */
  readonly verified: boolean | null
  readonly verifiedAtMs: number
  /** Time when a call was last found late. */
  readonly overdueAtMs: number
  /** Time when the endpoint last answered any call or probe. */
  readonly answeredAtMs: number
  readonly head: bigint | null
  readonly headAtMs: number
  /** When the endpoint first showed `head`. */
  readonly headSinceMs: number
  /** The endpoint's highest head in the last five minutes. An endpoint far below its own peak is not a reference. */
  readonly highestRecentHead: bigint | null
  readonly highestRecentHeadAtMs: number
  /** Blocks behind the best endpoint when its head was last seen. */
  readonly lag: bigint
  /**
   * Why the endpoint reports itself unfit. It is then used only if no better endpoint is in service. Null if it may
   * be used.
   */
  readonly standby: string | null
  readonly lastError: EndpointReport['lastError']
  /** Whether a WebSocket subscription to the endpoint is live. */
  readonly socket: boolean
  readonly learned: LearnedLimits
  /** Calls per second that the provider allows. */
  readonly budget: TokenBucket
}

/** Writable health, for the functions of `circuit/` that record outcomes. */
export type MutableHealth = { -readonly [key in keyof EndpointHealth]: EndpointHealth[key] }

export function createHealth(endpoint: Endpoint): EndpointHealth {
  return {
    endpoint,
    circuit: closedCircuit,
    outcomes: createWindow(windowSize),
    latencies: createWindow(windowSize),
    byMethod: new Map(),
    calls: 0,
    tally: createCallCounts(),
    verified: null,
    verifiedAtMs: 0,
    overdueAtMs: Number.NEGATIVE_INFINITY,
    answeredAtMs: Number.NEGATIVE_INFINITY,
    head: null,
    headAtMs: 0,
    headSinceMs: 0,
    highestRecentHead: null,
    highestRecentHeadAtMs: 0,
    lag: 0n,
    standby: null,
    lastError: null,
    socket: false,
    learned: createLearnedLimits(),
    budget: createTokenBucket(endpoint.requestsPerSecond),
  }
}

export function isLagging({ lag }: EndpointHealth, { maxLagBlocks }: Pick<HealthRules, 'maxLagBlocks'>): boolean {
  return lag > BigInt(maxLagBlocks)
}

/** Returns why an endpoint gets no requests at the moment, or null if it may be used. */
export function whyUnavailable(health: EndpointHealth, nowMs: number, rules: HealthRules): string | null {
  const { circuit, lastError } = health
  if (health.verified === false) return lastError?.message ?? 'It failed verification.'
  if (circuit.isOpen)
    return `Circuit open after ${circuit.consecutiveFailures} failures: ${lastError?.message ?? 'late answers'}`
  if (circuit.pausedUntilMs > nowMs)
    return `Rate limited for another ${Math.ceil((circuit.pausedUntilMs - nowMs) / 1000)} s.`
  if (health.standby !== null) return health.standby
  return isLagging(health, rules) ? `Its head is ${health.lag} blocks behind.` : null
}
