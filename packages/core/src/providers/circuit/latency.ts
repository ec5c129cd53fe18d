import type { EndpointHealth, HealthRules } from './health.ts'
import { createWindow } from './window.ts'

const windowSize = 64
const maxMethods = 64
const hedge = { defaultMs: 100, minMs: 30, maxMs: 1000, minSamples: 8 }

/**
 * Returns how long a call may take before backups are called: 1.5 times the p95 of the endpoint's own latency for the
 * method. For lognormal latencies this hedges 0.2 % of the calls if the standard deviation is 0.3, 1 % if it is 0.5
 * and 3 % if it is 1.
 */
export function computeHedgeDelayMs(health: EndpointHealth, method: string, rules: HealthRules): number {
  if (rules.hedgeDelayMs !== undefined) return rules.hedgeDelayMs
  const window = health.byMethod.get(method)
  const p95 = window !== undefined && window.count >= hedge.minSamples ? window.quantile(0.95) : null
  if (p95 !== null) return Math.min(hedge.maxMs, Math.max(hedge.minMs, 1.5 * p95))
  // With too few samples of this method, the latency of all methods decides.
  const median = health.latencies.quantile(0.5) ?? 0
  return Math.min(hedge.maxMs, Math.max(hedge.defaultMs, 2 * median))
}

/**
 * Records a latency. In the window of its method, a sample counts as at most twice the current hedge delay, so that a
 * burst of stalled calls does not raise the delay. The window of all methods is for reports and for methods with few
 * samples.
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
