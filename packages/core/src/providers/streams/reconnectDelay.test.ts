import { expect, it } from 'vitest'
import { computeReconnectDelayMs } from './reconnectDelay.ts'

it('grows with the outage between 100 ms and 30 s, spread by a fifth', () => {
  expect([0, 1000, 60_000, 3_600_000].map((outageMs) => computeReconnectDelayMs(outageMs, 0.5))).toEqual([
    100, 250, 15_000, 30_000,
  ])
  expect(computeReconnectDelayMs(4000, 0)).toBeCloseTo(800)
  expect(computeReconnectDelayMs(4000, 1)).toBeCloseTo(1200)
})
