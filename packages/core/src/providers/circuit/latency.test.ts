import { describe, expect, it } from 'vitest'
import { oneHealth, rules } from './fixtures/healths.ts'
import { computeHedgeDelayMs, recordLatency } from './latency.ts'

describe('hedge delay', () => {
  it('follows the p95 of the method, within bounds', () => {
    const health = oneHealth()
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBe(100)
    for (let i = 0; i < 20; i += 1) recordLatency(health, 'eth_call', 60, rules)
    for (let i = 0; i < 20; i += 1) recordLatency(health, 'eth_blockNumber', 1, rules)
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBe(90)
    expect(computeHedgeDelayMs(health, 'eth_blockNumber', rules)).toBe(30)
    expect(computeHedgeDelayMs(health, 'eth_call', { ...rules, hedgeDelayMs: 7 })).toBe(7)
  })

  it('does not grow from a burst of stalled calls', () => {
    const health = oneHealth()
    for (let i = 0; i < 64; i += 1) recordLatency(health, 'eth_call', 10, rules)
    for (let i = 0; i < 6; i += 1) recordLatency(health, 'eth_call', 3000, rules)
    expect(computeHedgeDelayMs(health, 'eth_call', rules)).toBeLessThanOrEqual(90)
  })

  it('is learned for a bounded number of methods', () => {
    const health = oneHealth()
    for (let i = 0; i < 500; i += 1) recordLatency(health, `method${i}`, 1, rules)
    expect(health.byMethod.size).toBe(64)
  })
})
