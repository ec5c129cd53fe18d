import { describe, expect, it } from 'vitest'
import { type CircuitEvent, type CircuitState, closedCircuit, minProbeDelayMs, stepCircuit } from './breaker.ts'

const rules = { failureThreshold: 3, maxProbeDelayMs: 1000 }
const run = (events: readonly CircuitEvent[], from: CircuitState = closedCircuit) =>
  events.reduce((state, event) => stepCircuit(state, event, rules), from)
const strikes = (count: number, atMs = 0): CircuitEvent[] =>
  Array.from({ length: count }, () => ({ kind: 'strike', atMs }))
const opened = run(strikes(3, 100_000))

describe('the circuit', () => {
  it('opens after the configured number of consecutive strikes', () => {
    expect(run(strikes(2))).toMatchObject({ isOpen: false, consecutiveFailures: 2 })
    expect(run([...strikes(2), { kind: 'success' }, ...strikes(2)])).toMatchObject({
      isOpen: false,
      consecutiveFailures: 2,
    })
    expect(run(strikes(3))).toMatchObject({ isOpen: true, consecutiveFailures: 3, probeDelayMs: minProbeDelayMs })
  })

  it('stays open after a late success and closes after a successful probe', () => {
    expect(run([{ kind: 'success' }], opened)).toMatchObject({ isOpen: true, consecutiveFailures: 0 })
    const closed = run([{ kind: 'probeSuccess', atMs: 200_000 }], opened)
    expect(closed).toMatchObject({ isOpen: false, consecutiveFailures: 0, closedAtMs: 200_000 })
    // A probe of a closed circuit changes nothing.
    expect(run([{ kind: 'probeSuccess', atMs: 300_000 }], closed).closedAtMs).toBe(200_000)
  })

  it('doubles the pause between probes up to the maximum', () => {
    const delays = [1, 2, 3, 4].map((count) => run(Array(count).fill({ kind: 'probeFailure' }), opened).probeDelayMs)
    expect(delays).toEqual([500, 1000, 1000, 1000])
  })

  it('waits longer each time it opens again soon after closing', () => {
    let state = opened
    const delays = [1, 2, 3].map((round) => {
      const closedAtMs = 200_000 + round * 20_000
      state = run([{ kind: 'probeSuccess', atMs: closedAtMs }, ...strikes(3, closedAtMs + 1000)], state)
      return state.probeDelayMs
    })
    expect(delays).toEqual([500, 1000, 2000])
    // The pause exceeds the maximum. A failed probe does not shorten it.
    expect(run([{ kind: 'probeFailure' }], state).probeDelayMs).toBe(2000)
    const later = run([{ kind: 'probeSuccess', atMs: 500_000 }, ...strikes(3, 520_000)], state)
    expect(later).toMatchObject({ flaps: 0, probeDelayMs: minProbeDelayMs })
  })

  it('returns the same object if a success changes nothing', () => {
    expect(stepCircuit(closedCircuit, { kind: 'success' }, rules)).toBe(closedCircuit)
  })
})

describe('a rate limit', () => {
  const refused = (atMs: number, retryAfterMs: number | null = null): CircuitEvent => ({
    kind: 'rateLimit',
    atMs,
    retryAfterMs,
  })

  it('pauses for Retry-After, between one second and one minute', () => {
    expect(run([refused(0, 2000)]).pausedUntilMs).toBe(2000)
    expect(run([refused(0, 0)])).toMatchObject({ pausedUntilMs: 1000, retryAfterUntilMs: 0 })
    expect(run([refused(0, 86_400_000)]).pausedUntilMs).toBe(60_000)
  })

  it('doubles the pause until an answer comes, and counts refusals during a pause once', () => {
    expect(run([refused(0), refused(10), refused(20)]).pausedUntilMs).toBe(1000)
    expect(run([refused(0), refused(1000)]).pausedUntilMs).toBe(3000)
    expect(run([refused(0), { kind: 'success' }, refused(1000)]).pausedUntilMs).toBe(2000)
    expect(run([refused(0), { kind: 'probeSuccess', atMs: 1 }]).pausedUntilMs).toBe(0)
  })
})
