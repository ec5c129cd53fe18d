import { createMemoryStore } from '@outrigger/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RateLimitExceededError, ThroughputExceededError } from '../accessErrors.ts'
import type { ApiKey } from '../keyring.ts'
import type { Pool } from '../ledger/account.ts'
import { openLedger } from '../ledger/ledger.ts'
import { loopbackKey } from '../loopback.ts'
import { maxLimit, tiers } from '../tiers.ts'
import { createAddressLimits } from './addressLimits.ts'
import { createKeyLimits } from './keyLimits.ts'

const keyOf = (tier: ApiKey['tier'], more: Partial<ApiKey> = {}): ApiKey => ({
  ...loopbackKey,
  id: tier,
  tier,
  ...more,
})

async function create(settings = {}) {
  const time = { nowMs: Date.parse('2026-11-22T12:00:00Z') }
  const clock = { now: () => time.nowMs }
  const ledger = await openLedger({
    store: createMemoryStore(),
    clock,
    onFault: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(ledger.close)
  const use = (keyId: string, cu: number, pool: Pool = 'cu') =>
    ledger.charge({ keyId, chain: 'base', method: 'eth_call', pool, cu })
  return { time, use, limits: createKeyLimits({ clock, ledger, settings }) }
}
const fault = (run: () => void) => {
  try {
    run()
    return undefined
  } catch (error) {
    return error as RateLimitExceededError
  }
}

describe('rates', () => {
  it.each([
    ['free', 25, 500],
    ['starter', 100, 2000],
    ['base', 250, 5000],
    ['growth', 500, 12_500],
    ['scale', 1250, 25_000],
  ] as const)('%s has %d requests and %d CU a second, within 1 %% over 10 s', async (tier, requests, cu) => {
    const { time, limits } = await create()
    const key = keyOf(tier)
    const counts = { requests: 0, cu: 0 }
    for (let step = 0; step < 20_000; step += 1) {
      time.nowMs += 0.5
      counts.requests += Number(fault(() => limits.takeRequest(key, 'rest')) === undefined)
      if (fault(() => limits.hold(key, 'cu', 26)) === undefined) {
        counts.cu += 26
        limits.release(key, 'cu', 26, false)
      }
    }
    // The tokens of the first second are available immediately.
    expect(Math.abs(counts.requests / (11 * requests) - 1)).toBeLessThan(0.01)
    expect(Math.abs(counts.cu / (11 * cu) - 1)).toBeLessThan(0.01)
  })

  it('begin anew once when they are changed, also while some connections hold the key as it was', async () => {
    const { limits } = await create()
    const held = keyOf('free')
    const changed = keyOf('free', { limits: { requestsPerSecond: 30 } })
    const taken = Array.from({ length: 200 }, (_, index) =>
      fault(() => limits.takeRequest(index % 2 === 0 ? held : changed, 'rest')),
    ).filter((error) => error === undefined)
    expect(taken).toHaveLength(25 + 30)
  })

  it('say whose limit it is: the tier, or the key itself', async () => {
    const { limits } = await create()
    const exceed = (own: ApiKey['limits']) => {
      const key = keyOf('free', { id: 'own', ...(own && { limits: own }) })
      const faults = Array.from({ length: 26 }, () => fault(() => limits.takeRequest(key, 'rest')))
      return faults.find((error) => error !== undefined)?.message
    }
    expect(exceed(undefined)).toMatch(/^The tier "free" allows 25 requests per second/)
    expect(exceed({ cuPerSecond: 1 })).toMatch(/^The tier "free" allows 25 requests per second/)
    expect(exceed({ requestsPerSecond: 2 })).toMatch(/^This key allows 2 requests per second/)
    const slow = keyOf('free', { limits: { cuPerSecond: 2 } })
    limits.hold(slow, 'cu', 2)
    expect(fault(() => limits.hold(slow, 'cu', 2))?.message).toBe(
      'This key allows 2 compute units per second. Try again in 1 second.',
    )
  })

  it('of a minute are had at once and come back steadily', async () => {
    const { time, limits } = await create()
    const key = keyOf('free')
    const take = () => fault(() => limits.takeRequest(key, 'defi'))
    expect(Array.from({ length: 60 }, take).every((error) => error === undefined)).toBe(true)
    expect(take()).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 1,
      details: { limit: 60, used: 60, reset_at: '2026-11-22T12:00:01.000Z' },
    })
    expect(fault(() => limits.takeRequest(key, 'mempool'))).toBeUndefined()
    time.nowMs += 10_000
    expect(Array.from({ length: 11 }, take).filter((error) => error === undefined)).toHaveLength(10)
  })

  it("stop 50 block traces of a starter at the first second's worth", async () => {
    const { time, limits } = await create()
    const key = keyOf('starter')
    const errors = Array.from({ length: 50 }, () => fault(() => limits.hold(key, 'trace', 2500)))
    expect(errors.filter((error) => error === undefined)).toHaveLength(1)
    expect(errors[1]).toBeInstanceOf(ThroughputExceededError)
    expect(errors[1]).toMatchObject({ retryAfterSeconds: 2, details: { limit: 2000, unit: 'compute units' } })
    time.nowMs += 1250
    expect(fault(() => limits.hold(key, 'trace', 2500))).toBeUndefined()
  })

  it('are given back for what failed', async () => {
    const { limits } = await create()
    const key = keyOf('free')
    for (let count = 0; count < 100; count += 1) {
      limits.hold(key, 'cu', 500)
      limits.release(key, 'cu', 500, true)
    }
    expect(fault(() => limits.hold(key, 'cu', 500))).toBeUndefined()
  })
})

describe('pools', () => {
  it('end where they end, calls under way included', async () => {
    const { use, limits } = await create()
    const key = keyOf('growth')
    use('growth', 2e9 - 100)
    limits.hold(key, 'cu', 60)
    const refused = fault(() => limits.hold(key, 'cu', 41))
    expect(refused).toBeInstanceOf(RateLimitExceededError)
    expect(refused).toMatchObject({
      message: expect.stringContaining('Try again after 2026-12-01T00:00:00.000Z.'),
      details: { limit: 2e9, used: 2e9 - 100, reset_at: '2026-12-01T00:00:00.000Z' },
      retryAfterSeconds: 8.5 * 86_400,
    })
    expect(fault(() => limits.hold(key, 'cu', 40))).toBeUndefined()
    expect(fault(() => limits.hold(key, 'trace', 2500))).toBeUndefined()
    expect(fault(() => limits.requirePool(key, 'cu', 1))).toBeInstanceOf(RateLimitExceededError)
  })

  it('are as the configuration says, and the key after it', async () => {
    const { use, limits } = await create({ free: { monthlyCu: 1000, cuPerSecond: 10_000 } })
    for (const id of ['free', 'own']) use(id, 900)
    expect(fault(() => limits.hold(keyOf('free'), 'cu', 101))).toBeDefined()
    expect(fault(() => limits.hold(keyOf('free'), 'cu', 100))).toBeUndefined()
    const own = keyOf('free', { id: 'own', limits: { monthlyCu: 2000 } })
    expect(fault(() => limits.hold(own, 'cu', 1100))).toBeUndefined()
    expect(limits.of(own)).toMatchObject({ monthlyCu: 2000, cuPerSecond: 10_000, requestsPerSecond: 25 })
  })

  it('of the tier unlimited never end', async () => {
    const { use, limits } = await create()
    use(loopbackKey.id, 1e15)
    for (let count = 0; count < 1000; count += 1) {
      limits.takeRequest(loopbackKey, 'gateway')
      limits.hold(loopbackKey, 'trace', 5000)
    }
    expect(limits.headers(loopbackKey, 'rest')).not.toContain('ratelimit')
    const headers = limits.headers(loopbackKey, 'rest')
    for (const name of ['x-ratelimit-cu-limit', 'x-ratelimit-cu-remaining'])
      expect(headers[headers.indexOf(name) + 1]).toBe('9007199254740991')
  })
})

describe('headers', () => {
  it('say the same as lines of a head, for every key and at every call', async () => {
    const { time, use, limits } = await create({ free: { monthlyCu: Number.POSITIVE_INFINITY } })
    const keys = [undefined, loopbackKey, ...(['free', 'starter', 'scale'] as const).map((tier) => keyOf(tier))]
    for (let call = 0; call < 40; call += 1) {
      for (const id of ['loopback', 'free', 'starter', 'scale']) {
        use(id, 33)
        if (call % 3 === 0) use(id, 250, 'trace')
      }
      time.nowMs += call === 20 ? 30 * 86_400_000 : 3
      for (const key of keys) {
        if (key) limits.hold(key, 'cu', 7)
        const headers = limits.headers(key, 'gateway')
        const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
        expect(limits.headerLines(key, 'gateway')).toBe(lines.join(''))
      }
    }
  })

  it('report the rates of an answer', async () => {
    const { limits } = await create()
    const key = keyOf('free')
    limits.takeRequest(key, 'rest')
    limits.hold(key, 'cu', 87)
    const headers = limits.headers(key, 'rest')
    expect(headers.slice(-4)).toEqual([
      'ratelimit-policy',
      '"rps";q=25;w=1,"cu";q=500;w=1;qu="compute-units"',
      'ratelimit',
      '"rps";r=24;t=1,"cu";r=413;t=1',
    ])
    expect(limits.headers(key, 'mempool').slice(-3)).toEqual([
      '"mempool";q=60;w=60,"cu";q=500;w=1;qu="compute-units"',
      'ratelimit',
      '"mempool";r=60;t=0,"cu";r=413;t=1',
    ])
  })

  it('report the largest limits as integers of a structured field, at every call', async () => {
    const limits = Object.fromEntries(Object.keys(tiers.free).map((name) => [name, maxLimit]))
    const { time, use, limits: of } = await create()
    const key = keyOf('free', { limits })
    for (let call = 0; call < 40; call += 1) {
      use(key.id, 5000)
      time.nowMs += 1
      for (const entry of ['rest', 'oracle'] as const) {
        of.takeRequest(key, entry)
        of.hold(key, 'cu', 26)
        const headers = of.headers(key, entry)
        expect(headers.join(' ')).not.toMatch(/\de|\d\.\d|\d{16}/)
        expect(headers.at(-3)).toContain(`q=${maxLimit};`)
      }
    }
  })
})

describe('addresses', () => {
  it('take a /64 for one caller, however its addresses are written', () => {
    const limits = createAddressLimits({ now: () => 0 }, 1)
    limits.take('2001:db8::1')
    for (const same of ['2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8::192.0.2.1'])
      expect(() => limits.take(same)).toThrow(RateLimitExceededError)
    for (const other of ['2001:db8:0:1::1', '::1', '::ffff:192.0.2.1', '192.0.2.2'])
      expect(() => limits.take(other)).not.toThrow()
    expect(() => limits.take('192.0.2.1')).toThrow(RateLimitExceededError)
  })

  it('of IPv4 are the same ones in IPv6, however they are written', () => {
    const limits = createAddressLimits({ now: () => 0 }, 1)
    for (const ip of ['192.0.2.1', '192.0.2.2']) limits.take(ip)
    for (const same of ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201', '0:0:0:0:0:ffff:c000:0202'])
      expect(() => limits.take(same)).toThrow(RateLimitExceededError)
    expect(() => limits.take('::ffff:c000:203')).not.toThrow()
  })

  it('are forgotten, the oldest first, in a flood of them', () => {
    const limits = createAddressLimits({ now: () => 0 }, 1)
    limits.take('first')
    for (let count = 0; count < 10_000; count += 1) limits.take(String(count))
    expect(() => limits.take('first')).not.toThrow()
  })
})
