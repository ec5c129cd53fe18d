import type { GasPrice, GasTiming, TransactionFee } from '@outrigger/oracle'
import { tierTargets } from '@outrigger/oracle/internal'
import { expect, it } from 'vitest'
import { toWireCoreEstimate, toWireGasOptimize } from './gasWire.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const price = { blockNumber: 23_850_000n, stale: true, timestampMs: nowMs - 61_500 }
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
    block_number: 23_850_000,
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

it('states the times that the tiers are quoted for', () => {
  const tier = { gasPrice: 1_000_000_000n, l1: 0n, total: 21_000_000_000_000n }
  const tiers = { slow: tier, standard: tier, fast: tier, instant: tier }
  const fee = { chain: 'ethereum', gasLimit: 21_000n, tiers } as unknown as TransactionFee
  const quoted = { ...price, stale: false, inclusion: tierTargets, congestion: 'low' } as unknown as GasPrice
  expect(toWireCoreEstimate(fee, quoted, nowMs)).toMatchObject({
    confidence_score: 0.95,
    gas_estimates: {
      slow: { estimated_time: '5 minutes' },
      standard: { estimated_time: '3 minutes' },
      fast: { estimated_time: '1 minute' },
    },
  })
})
