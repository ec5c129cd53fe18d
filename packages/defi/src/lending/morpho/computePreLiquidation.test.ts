import { parseEther, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { computePreLiquidation, type PreLiquidation } from './computePreLiquidation.ts'
import { someone, toAccount, toMarket } from './fixtures/market.ts'
import { oracleScale } from './math.ts'

const stored = {
  totalSupplyAssets: 2_000_000_000_000n,
  totalSupplyShares: 2_000_000_000_000_000_000n,
  totalBorrowAssets: 1_000_000_000_000n,
  totalBorrowShares: 1_000_000_000_000_000_000n,
  lastUpdate: 1_000_000n,
  fee: 0n,
}
const at = (price: bigint) =>
  toMarket({
    params: {
      loanToken: someone,
      collateralToken: someone,
      oracle: someone,
      irm: zeroAddress,
      lltv: parseEther('0.86'),
    },
    stored,
    rate: { kind: 'quoted', perSecond: 0n },
    price,
    timestamp: stored.lastUpdate,
  })
const market = at(oracleScale)
const account = (borrowShares: bigint) => toAccount({ collateral: 200_000_000_000n, borrowShares, supplyShares: 0n })
const terms: PreLiquidation = {
  address: someone,
  market: market.id,
  oracle: someone,
  price: oracleScale,
  preLltv: parseEther('0.8'),
  closeFactors: [parseEther('0.2'), parseEther('0.8')],
  incentives: [parseEther('1.01'), parseEther('1.01')],
}
const shares = 170_000_000_000_000_000n

describe('computePreLiquidation', () => {
  it('matches blue-sdk’s own test (PreLiquidationPosition.test.ts, "exact limits")', () => {
    const probe = computePreLiquidation(market, account(shares), terms, { repaidShares: 1n })
    if ('refused' in probe) return expect(probe).toBeNull()
    // The debt is 0.85 of the collateral, 5/6 of the way from 0.8 to 0.86: 0.2 + 0.6 · 5/6 = 0.7 of it may be repaid.
    expect(probe.repayableShares).toBe(118_999_999_999_999_999n)
    const most = computePreLiquidation(market, account(shares), terms, { repaidShares: probe.repayableShares })
    expect(most).toMatchObject({ seizedAssets: 120_189_999_998n, incentive: parseEther('1.01') })
  })

  it('interpolates the incentive, and accepts an offer of collateral', () => {
    const rising = { ...terms, incentives: [parseEther('1.01'), parseEther('1.07')] as const }
    const result = computePreLiquidation(market, account(shares), rising, { seizedAssets: 1_000_000n })
    // 1.01 + 0.06 · 5/6, rounded down; 1,000,000 / 1.06 rounded up
    expect(result).toMatchObject({ incentive: 1_059_999_999_999_999_999n, repaidAssets: 943_397n })
  })

  it('rejects the same offers as the contract', () => {
    const offer = { repaidShares: 1_000_000n }
    const refusal = (subject = market, borrowShares = shares, by: PreLiquidation = terms, what: object = offer) =>
      (computePreLiquidation(subject, account(borrowShares), by, what as typeof offer) as { refused?: string }).refused
    expect(refusal()).toBeUndefined()
    expect(refusal(market, 160_000_000_000_000_000n)).toMatch(/healthy/)
    expect(refusal(market, 173_000_000_000_000_000n)).toMatch(/on Morpho itself/)
    expect(refusal(market, shares, terms, { repaidShares: 119_000_000_000_000_000n })).toMatch(/at once/)
    const whole = { ...terms, closeFactors: [parseEther('1'), parseEther('2')] as const }
    expect(refusal(market, shares, whole, { repaidShares: shares + 1n })).toMatch(/than the debt/)
    // Its own oracle has a higher price than the market's, so the rest would be unhealthy there.
    expect(refusal(at((oracleScale * 9n) / 10n))).toMatch(/afterwards/)
  })
})
