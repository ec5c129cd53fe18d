import { expect, it } from 'vitest'
import { count, createCallCounts, latencyBounds } from './callCounts.ts'

it('counts calls by outcome and latency bucket', () => {
  const tally = createCallCounts()
  count(tally, 'ok', false, 1)
  count(tally, 'ok', true, 2)
  count(tally, 'failed', false, 6000)
  expect(tally).toMatchObject({ ok: 2, failed: 1, answerError: 0, hedges: 1, seconds: 6.003 })
  expect(tally.byLatency).toEqual([1, 1, ...Array(latencyBounds.length - 2).fill(0), 1])
})
