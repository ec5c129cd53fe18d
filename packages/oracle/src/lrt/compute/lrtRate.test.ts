import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveLrtSymbols, selectLrtRates } from '../getLrtRates.ts'
import { EthPriceError, LrtRateError, UnknownLrtError } from '../lrtErrors.ts'
import type { LrtRates } from '../lrtRates.ts'
import { lrtTokens } from '../lrtRegistry.ts'
import { computeEthPriceUsd, computeLrtRate } from './lrtRate.ts'

const one = 10n ** 18n

describe('rate', () => {
  test('converts the rate of a token', () => {
    expect(computeLrtRate(lrtTokens.rsETH, 1_250_000_000_000_000_000n)).toEqual({
      token: 'rsETH',
      rate: 1.25,
      rateWei: 1_250_000_000_000_000_000n,
      inverseRate: 0.8,
      protocol: 'kelp',
    })
  })
  test('is finite and matches its inverse, or is rejected', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n * one), (rateWei) => {
        const rate = computeLrtRate(lrtTokens.weETH, rateWei)
        if ('rate' in rate) expect(rate.rate * rate.inverseRate).toBeCloseTo(1, 12)
        expect('rate' in rate).toBe(rateWei > one / 2n && rateWei < 3n * one)
      }),
    )
  })
})

describe('ETH/USD', () => {
  const feed = { answer: 3_456_78000000n, decimals: 8, updatedAt: 10_000n, blockTimestamp: 10_000n }
  test('scales by the feed’s decimals', () => {
    expect(computeEthPriceUsd(feed)).toBe(3456.78)
  })
  test('rejects an answer past heartbeat and grace period, and nonsense', () => {
    expect(computeEthPriceUsd({ ...feed, blockTimestamp: 14_200n })).toBe(3456.78)
    expect(() => computeEthPriceUsd({ ...feed, blockTimestamp: 14_201n })).toThrow(EthPriceError)
    expect(() => computeEthPriceUsd({ ...feed, answer: 0n })).toThrow(EthPriceError)
    expect(() => computeEthPriceUsd({ ...feed, answer: -1n })).toThrow(EthPriceError)
  })
})

describe('selection', () => {
  const rate = (token: string) => ({ token, rate: 1, rateWei: one, inverseRate: 1, protocol: 'x' })
  const all: LrtRates = {
    source: 'primary',
    stale: false,
    ttlMs: 1,
    timestampMs: 0,
    blockNumber: 1n,
    rates: { weETH: rate('weETH'), ezETH: rate('ezETH') },
    skipped: [{ token: 'rsETH', reason: 'reverts' }],
    ethPriceUsd: 3000,
  }
  test('accepts symbols in any case, and names an unknown one', () => {
    expect(resolveLrtSymbols(lrtTokens, ['WEETH', 'rseth'])).toEqual(['weETH', 'rsETH'])
    expect(resolveLrtSymbols(lrtTokens)).toEqual(['weETH', 'ezETH', 'rsETH', 'pufETH', 'rswETH'])
    expect(() => resolveLrtSymbols(lrtTokens, ['stETH'])).toThrow(UnknownLrtError)
    expect(() => resolveLrtSymbols(lrtTokens, ['__proto__'])).toThrow('__proto__')
  })
  test('throws if a requested token has no rate, unless partial is set', () => {
    expect(Object.keys(selectLrtRates(all, ['ezETH']).rates)).toEqual(['ezETH'])
    expect(() => selectLrtRates(all, ['ezETH', 'rsETH'])).toThrow(LrtRateError)
    expect(() => selectLrtRates(all, ['rsETH'])).toThrow('rsETH (reverts)')
    expect(selectLrtRates(all, ['weETH', 'ezETH', 'rsETH'], true)).toBe(all)
    expect(selectLrtRates(all, ['weETH', 'rsETH'], true)).toMatchObject({ skipped: [{ token: 'rsETH' }] })
  })
})
