import { createUniform } from '@outrigger/devnet/random'
import { describe, expect, test } from 'vitest'
import type { FeeBar } from '../history/feeHistoryTypes.ts'
import { computeGasTiming } from './gasTiming.ts'
import { forecastWaits } from './priceForecast.ts'

const hour = 3600
const gwei = 1e9
const start = 1_700_006_400 - (1_700_006_400 % (168 * hour))

/** Hourly prices with a daily pattern, cheaper weekends and autocorrelated noise. */
function createPrices(hours: number, { rhythm = 0.4, noise = 0.1, seed = 1 } = {}) {
  const random = createUniform(seed)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let off = 0
  return Array.from({ length: hours }, (_, index) => {
    off = 0.8 * off + noise * gauss()
    const isWeekend = Math.floor(index / 24) % 7 >= 5
    const season = rhythm * Math.sin((2 * Math.PI * index) / 24) - (isWeekend ? rhythm : 0)
    return { timestamp: start + index * hour, price: 20 * gwei * Math.exp(season + off) }
  })
}

const toBar = ({ timestamp, price }: { timestamp: number; price: number }): FeeBar => {
  const fee = BigInt(Math.round(price))
  const spread = { average: fee, min: fee, max: fee }
  return {
    timestamp,
    seconds: hour,
    blocks: 300,
    firstBlock: 1n,
    lastBlock: 300n,
    gasUsedRatio: 0.5,
    tips: [],
    baseFeePerGas: spread,
    tiers: null,
    blobBaseFeePerGas: null,
    l1: null,
  }
}
const quoteOf = (price: number, slow = price) => {
  const tier = (fee: number) => {
    const maxFeePerGas = BigInt(Math.round(fee))
    return { baseFeePerGas: maxFeePerGas, maxPriorityFeePerGas: 0n, maxFeePerGas }
  }
  const standard = tier(price)
  return { chain: 'ethereum', tiers: { slow: tier(slow), standard, fast: standard, instant: standard } }
}
const timingAt = (prices: ReturnType<typeof createPrices>, slow?: number) => {
  const price = prices.at(-1)?.price ?? 0
  return computeGasTiming(quoteOf(price, slow), { fine: [], coarse: prices.map(toBar) })
}

describe('waiting', () => {
  test('is advised at the daily maximum until the minimum, and not at the minimum', () => {
    // Hour 6 of a day is the most expensive, hour 18 the cheapest.
    const top = timingAt(createPrices(28 * 24 + 7))
    expect(top).toMatchObject({ recommendation: 'wait', trend: 'falling' })
    expect(top.best?.seconds).toBeGreaterThanOrEqual(8 * hour)
    expect(top.best?.seconds).toBeLessThanOrEqual(16 * hour)
    expect(top.best?.saving).toBeGreaterThan(0.3)
    expect(top.reasoning).toMatch(
      /Waiting \d+ hours is expected to save \d+ %; it saved something at \d+ % of \d+ moments/,
    )
    const bottom = timingAt(createPrices(28 * 24 + 19))
    expect(bottom.trend).toBe('rising')
    for (const { seconds, saving } of bottom.waits)
      if (seconds >= 6 * hour && seconds <= 16 * hour) expect(saving).toBeLessThan(0)
  })
  test('distinguishes weekends from weekdays', () => {
    const atEndOf = (days: number) => forecastWaits(createPrices(7 * 24 * 6 + days * 24), [24])[0]
    // A day after Friday's last hour is Saturday, and a day after Sunday's is Monday.
    expect(atEndOf(5)?.saving).toBeGreaterThan(0.15)
    expect(atEndOf(7)?.saving).toBeLessThan(0)
  })
  test('is not advised for a random walk', () => {
    const advised = Array.from({ length: 20 }, (_, seed) =>
      timingAt(createPrices(600, { rhythm: 0, noise: 0.005, seed })),
    )
    expect(advised.filter(({ recommendation }) => recommendation === 'wait')).toEqual([])
  })
  test('recommends a cheaper slow tier, and reports a short history', () => {
    const timing = timingAt(createPrices(10), 10 * gwei)
    expect(timing).toMatchObject({ recommendation: 'use_slow', waits: [], trend: 'stable' })
    expect(timing.reasoning).toContain('too short')
  })
})

test('the confidence of recommendations equals the share of them that saves', () => {
  const prices = createPrices(24 * 7 * 14, { noise: 0.15, seed: 4 })
  let sure = 0
  let saved = 0
  let count = 0
  for (let now = 24 * 7 * 5; now + 24 < prices.length; now += 7) {
    for (const { seconds, confidence } of forecastWaits(prices.slice(0, now + 1), [3, 6, 12])) {
      const later = prices[now + seconds / hour]?.price ?? 0
      sure += confidence
      saved += later < (prices[now]?.price ?? 0) ? 1 : 0
      count++
    }
  }
  expect(count).toBeGreaterThan(500)
  expect(Math.abs(sure - saved) / count).toBeLessThan(0.04)
})
