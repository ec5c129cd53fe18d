import { describe, expect, it } from 'vitest'
import { toLostChains, toLostSince } from './lostChains.ts'

const of = (status: 'unknown' | 'healthy' | 'degraded' | 'unavailable') => ({ status, success_rate: 1, latency_ms: 0 })

describe('toLostChains', () => {
  it('returns chains of which every provider is unavailable', () => {
    const lost = toLostChains({
      ethereum: { primary: of('unavailable'), backup: of('unavailable') },
      base: { primary: of('unavailable') },
      arbitrum: { primary: of('unavailable'), backup: of('unknown') },
      polygon: { primary: of('degraded') },
    })
    expect(lost).toEqual(['ethereum', 'base'])
  })
})

describe('toLostSince', () => {
  const event = (timestamp: string, chain: string, to: 'healthy' | 'unavailable') =>
    ({ timestamp, chain, kind: 'status', endpoint: 'primary', from: 'unknown', to, reason: null }) as const
  const events = [
    event('2026-01-01T00:00:00.000Z', 'ethereum', 'unavailable'),
    event('2026-01-01T00:00:05.000Z', 'ethereum', 'unavailable'),
    event('2026-01-01T00:00:09.000Z', 'base', 'healthy'),
  ]

  it('returns the time of the last failure of the chain', () => {
    expect(toLostSince(events, 'ethereum')).toBe(Date.parse('2026-01-01T00:00:05.000Z'))
  })

  it('returns null if the last change is no failure, or without a change', () => {
    expect(toLostSince(events, 'base')).toBeNull()
    expect(toLostSince(events, 'polygon')).toBeNull()
  })
})
