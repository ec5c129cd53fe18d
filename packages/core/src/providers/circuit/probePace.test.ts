import { describe, expect, it } from 'vitest'
import {
  computeProbeDelayMs,
  computeProbeTimeoutMs,
  neverProbed,
  type ProbeDelayParameters,
  type ProbeEvent,
  stepPace,
} from './probePace.ts'

const parameters: ProbeDelayParameters = {
  isUnwell: true,
  isOpen: true,
  backOffMs: 4000,
  pauseMs: -1,
  inService: 2,
  maxProbeDelayMs: 4000,
  intervalMs: 12_000,
}
const run = (...events: ProbeEvent[]) => events.reduce(stepPace, neverProbed)

it('with one endpoint left in service, the others are probed several times a second, even if they flap', () => {
  expect(computeProbeDelayMs(parameters)).toBe(4000)
  for (const inService of [0, 1])
    for (const backOffMs of [250, 4000, 32_000])
      expect(computeProbeDelayMs({ ...parameters, inService, backOffMs })).toBeLessThanOrEqual(250)
  expect(computeProbeDelayMs({ ...parameters, inService: 1, isOpen: false })).toBeLessThanOrEqual(250)
})

it('a rate-limited endpoint is not probed during its pause, and a healthy one is checked at its interval', () => {
  expect(computeProbeDelayMs({ ...parameters, inService: 1, pauseMs: 2000 })).toBe(2000)
  expect(computeProbeDelayMs({ ...parameters, isUnwell: false })).toBe(12_000)
})

describe('the time limit of a probe', () => {
  const silent = run({ kind: 'sent', atMs: 5 }, { kind: 'timedOut', afterMs: 1000 })

  it('grows up to a limit while no endpoint is in service and none answers', () => {
    expect(computeProbeTimeoutMs(neverProbed, false, 5000)).toBe(1000)
    expect(computeProbeTimeoutMs(silent, false, 5000)).toBe(2000)
    expect(computeProbeTimeoutMs(stepPace(silent, { kind: 'timedOut', afterMs: 3000 }), false, 5000)).toBe(3000)
    expect(computeProbeTimeoutMs(silent, false, 1500)).toBe(1500)
  })

  it('is short while another endpoint is in service, and after an answer', () => {
    expect(computeProbeTimeoutMs(silent, true, 5000)).toBe(1000)
    expect(computeProbeTimeoutMs(stepPace(silent, { kind: 'answered' }), false, 5000)).toBe(1000)
  })
})

it('a check skipped because of traffic counts as a check, not as a probe', () => {
  const pace = run({ kind: 'sent', atMs: 5 }, { kind: 'skipped', atMs: 9 })
  expect(pace).toMatchObject({ sentAtMs: 5, checkedAtMs: 9 })
})

it('an endpoint with many calls between two checks is busy', () => {
  expect(run({ kind: 'due', calls: 21 }).isBusy).toBe(true)
  expect(run({ kind: 'due', calls: 21 }, { kind: 'due', calls: 30 }).isBusy).toBe(false)
})
