import { expect, test } from 'vitest'
import { emptyRoute } from '../dex/router/selectSwapRoutes.ts'
import { toOpportunity } from './profit.ts'
import { computeBestLiquidation } from './sizing/computeBestLiquidation.ts'
import { createCase } from './sizing/fixtures/createCase.ts'

const about = { chain: 'ethereum', blockNumber: 7n, pendingUpdate: null, timestampMs: 1 } as const
const contextOf = ({ gasCost }: ReturnType<typeof createCase>) => ({ ...about, gasCost })
const reported = Array.from({ length: 60 }, (_, index) => createCase(index)).flatMap((one) => {
  const best = computeBestLiquidation(one)
  if ('refused' in best) return []
  const candidate = { ...one, health: one.protocol.computeHealth(one.market, one.account) }
  return [{ one, best, candidate, opportunity: toOpportunity(candidate, best, contextOf(one)) }]
})

test('dollars add up', () => {
  expect(reported.length).toBeGreaterThan(30)
  for (const { one, best, opportunity } of reported) {
    const { grossProfitUsd, netProfitUsd, gasUsd, slippageUsd, flashFeeUsd, debtToRepay, collateralToReceive } =
      opportunity
    expect(netProfitUsd).toBeCloseTo(grossProfitUsd - gasUsd, 6)
    const debt = one.market.reserves[best.pair.debt]
    const saleUsd =
      (Number(best.sale) / 10 ** (debt?.decimals ?? 0)) * (debt?.unitPrice ?? 0) * (one.market.unitUsd ?? 0)
    const scale = debtToRepay.valueUsd * 1e-9 + 1e-6
    expect(Math.abs(saleUsd - debtToRepay.valueUsd - flashFeeUsd - grossProfitUsd)).toBeLessThan(scale)
    expect(Math.abs(collateralToReceive.valueUsd - slippageUsd - saleUsd)).toBeLessThan(scale)
    expect(Math.abs(opportunity.sale.valueUsd - saleUsd)).toBeLessThan(scale)
    const { gas, weiPerGas, nativePriceUsd, dataFeeUsd, protocolFeeUsd, liquidationThreshold } = opportunity
    expect((Number(gas * weiPerGas) / 1e18) * nativePriceUsd + dataFeeUsd).toBeCloseTo(gasUsd, 6)
    const { seized, received, protocolFee } = best.liquidation
    const seizedUsd = (collateralToReceive.valueUsd * Number(seized)) / Number(seized - protocolFee)
    expect(Math.abs(seizedUsd - protocolFeeUsd - collateralToReceive.valueUsd)).toBeLessThan(scale)
    expect(protocolFeeUsd > 0).toBe(protocolFee > 0n && received > 0n)
    expect(liquidationThreshold).toBeGreaterThan(0)
    expect(liquidationThreshold).toBeLessThanOrEqual(1)
    if (one.protocol.id !== 'compound_v3')
      expect(opportunity.maxLiquidatableDebtUsd).toBeGreaterThanOrEqual(debtToRepay.valueUsd - scale)
    expect(opportunity.totalDebtUsd).toBeGreaterThanOrEqual(opportunity.maxLiquidatableDebtUsd - scale)
    expect(opportunity.totalCollateralUsd).toBeGreaterThanOrEqual(collateralToReceive.valueUsd - scale)
    expect(opportunity.toCalls(one.account.address).length).toBeGreaterThan(0)
  }
})

test('names the risks that apply to the liquidation, and no others', () => {
  const texts = reported.map(({ opportunity: { risks } }) => risks.join('\n'))
  for (const [index, { opportunity, one }] of reported.entries()) {
    expect(texts[index]).toContain('against the debt')
    expect(texts[index]?.includes('No lender has')).toBe(opportunity.flashLoan === null)
    expect(texts[index]?.includes('Absorbing')).toBe(one.protocol.id === 'compound_v3')
    expect(texts[index]?.includes('liquidity is thin')).toBe(
      opportunity.slippageUsd > opportunity.collateralToReceive.valueUsd * 0.01,
    )
    expect(texts[index]).not.toMatch(/NaN|Infinity|undefined/)
  }
  const [first] = reported
  if (first === undefined) throw new Error('no case pays')
  const pending = toOpportunity(first.candidate, first.best, { ...contextOf(first.one), pendingUpdate: '0xabc' })
  expect(pending.risks[0]).toContain('0xabc')
  const unsold = toOpportunity(first.candidate, { ...first.best, route: emptyRoute }, contextOf(first.one))
  expect(unsold.route).toBeNull()
  expect(unsold.risks.join()).not.toContain('pools of its route')
})
