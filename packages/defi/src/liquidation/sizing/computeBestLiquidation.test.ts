import { expect, test } from 'vitest'
import { emptyRoute } from '../../dex/router/selectSwapRoutes.ts'
import type { SwapRoutes } from '../../dex/router/swapRoute.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import { computeFlashFee } from '../flashLoans.ts'
import { computeBestLiquidation } from './computeBestLiquidation.ts'
import { createCase, type SizingCase } from './fixtures/createCase.ts'
import { searchExhaustively } from './fixtures/exhaustive.ts'
import type { BestLiquidation } from './sizingTypes.ts'

const cases = Array.from({ length: 120 }, (_, index) => createCase(index))

function toBest(one: SizingCase): BestLiquidation | null {
  const best = computeBestLiquidation(one)
  return 'refused' in best ? null : best
}

test('matches an exhaustive search, for the arithmetic of each protocol', () => {
  const paying = new Map<string, number>()
  for (const [index, one] of cases.entries()) {
    const most = searchExhaustively(one)
    const netUsd = toBest(one)?.netProfitUsd ?? 0
    if (most <= 0 && netUsd <= 0) continue
    paying.set(one.kind, (paying.get(one.kind) ?? 0) + 1)
    expect(netUsd / most, `case ${index}, ${one.kind}: ${netUsd} of ${most} USD`).toBeGreaterThan(0.999)
  }
  expect([...paying.keys()].sort()).toEqual([
    'aave 3.0',
    'aave 3.6',
    'aave 3.7',
    'compound v2',
    'compound v3',
    'morpho',
  ])
  for (const [kind, count] of paying) expect(count, kind).toBeGreaterThan(5)
}, 120_000)

test.each([
  [63, 'collateral with few units'],
  [472, 'profit rises until pools have no quote'],
  [533, 'the same for small amounts'],
])('finds the exact peak of case %i: %s', (index) => {
  const one = createCase(index)
  expect((toBest(one)?.netProfitUsd ?? 0) / searchExhaustively(one)).toBeGreaterThan(0.99999)
})

test('amounts add up, and the protocol accepts them', () => {
  for (const one of cases) {
    const best = toBest(one)
    if (best === null) continue
    const { pair, terms, liquidation, route, flashLoan, sale } = best
    // If all collateral is seized, the protocol takes less than the offer.
    const offers = [liquidation.repay, terms.ranges.at(-1)?.to ?? 0n].filter((offer) =>
      terms.ranges.some(({ from, to }) => offer >= from && offer <= to),
    )
    const taken = offers.map((offer) => one.protocol.computeLiquidation(one.market, one.account, pair, offer))
    expect(taken).toContainEqual(liquidation)
    expect(route.quote(liquidation.received)).toBe(sale)
    const lender = one.lenders.find((lender) => lender.lender === flashLoan?.lender)
    const token = one.market.reserves[pair.debt]
    if (lender) {
      expect(lender.available).toBeGreaterThanOrEqual(liquidation.repay)
      expect(flashLoan?.fee).toBe(computeFlashFee(lender, liquidation.repay))
      expect(route.hops.map(({ pool }) => pool)).not.toContain(lender.lender)
    } else
      for (const { token: lent, available } of one.lenders)
        if (lent === token?.token) expect(available).toBeLessThan(liquidation.repay)
    const won = Number(sale - liquidation.repay - (flashLoan?.fee ?? 0n)) / 10 ** (token?.decimals ?? 0)
    expect(won * (token?.unitPrice ?? 0) * (one.market.unitUsd ?? 0)).toBeCloseTo(best.netProfitUsd + best.gasUsd, 4)
  }
})

test('is deterministic', () => {
  for (const [index, one] of cases.slice(0, 12).entries())
    expect(toBest(createCase(index))?.liquidation).toEqual(toBest(one)?.liquidation)
})

const paying = cases.find((one) => toBest(one) !== null) as SizingCase
const none: SwapRoutes = { blockNumber: 1n, between: () => [] }

test('explains why there is no profit', () => {
  expect(computeBestLiquidation({ ...paying, routes: none })).toEqual({
    refused: expect.stringContaining('no known pool sells'),
  })
  expect(computeBestLiquidation({ ...paying, account: { ...paying.account, entries: [] } })).toEqual({
    refused: 'it has no debt with collateral',
  })
  expect(computeBestLiquidation({ ...paying, market: { ...paying.market, unitUsd: null } })).toEqual({
    refused: expect.stringContaining('the US dollar value of'),
  })
  const refusing = { ...paying.protocol, computeTerms: () => ({ refused: 'the pool is paused' }) } as LendingProtocol
  expect(computeBestLiquidation({ ...paying, protocol: refusing })).toEqual({ refused: 'the pool is paused' })
  const dear = { weiPerGas: 10n ** 18n, nativePriceUsd: 3_000 }
  expect(computeBestLiquidation({ ...paying, gasCost: dear })).toEqual({
    refused: expect.stringMatching(/would lose .* USD/),
  })
})

test('needs no sale if the collateral is the debt token', () => {
  const routes: SwapRoutes = { blockNumber: 1n, between: () => [emptyRoute] }
  expect(emptyRoute.quote(5n)).toBe(5n)
  const found = cases.flatMap((one) => toBest({ ...one, routes, lenders: [] }) ?? [])
  expect(found.length).toBeGreaterThan(0)
  for (const { sale, liquidation } of found) expect(sale).toBe(liquidation.received)
})

test('finds large amounts when gas is free and dust already pays', () => {
  const gasCost = { weiPerGas: 0n, nativePriceUsd: 3_000 }
  for (const one of cases.slice(0, 30)) {
    const free = { ...one, gasCost }
    const most = searchExhaustively(free)
    if (most > 0.01) expect((toBest(free)?.netProfitUsd ?? 0) / most).toBeGreaterThan(0.999)
  }
}, 60_000)
