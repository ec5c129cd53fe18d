import type { GasTiming } from '@outrigger/oracle'
import { expect, it } from 'vitest'
import { toWireGasOptimize } from './gasWire.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const price = { stale: true, timestampMs: nowMs - 61_500 }
const six = { seconds: 6 * 3600, saving: 0.3124, confidence: 0.88, samples: 100 }
const timing: GasTiming = {
  chain: 'ethereum',
  standardPerGas: 1_300_000_000n,
  recommendation: 'wait',
  trend: 'falling',
  best: six,
  waits: [six],
  reasoning: 'Waiting 6 hours is expected to save 31 %.',
}

it('names the hour to wait for, what it saves and how often that came true', () => {
  expect(toWireGasOptimize(timing, price, nowMs)).toEqual({
    chain: 'ethereum',
    current_gas: { standard: 1.3 },
    recommendation: 'wait',
    reasoning: timing.reasoning,
    suggested_action: 'Wait 6 hours, then send.',
    predicted_trend: 'falling',
    optimal_time_window: '2026-11-21T18:00:00.000Z/2026-11-21T19:00:00.000Z',
    expected_saving_percent: 31.2,
    confidence_score: 0.88,
    stale: true,
    age_seconds: 61.5,
  })
})

it('is as sure of sending at once as the best wait is unlikely to save', () => {
  const now = { ...timing, recommendation: 'use_slow', best: null, waits: [{ ...six, confidence: 0.2 }] } as const
  expect(toWireGasOptimize(now, price, nowMs)).toMatchObject({
    suggested_action: 'Send now with the slow tier.',
    optimal_time_window: 'now',
    expected_saving_percent: 0,
    confidence_score: 0.8,
  })
})
