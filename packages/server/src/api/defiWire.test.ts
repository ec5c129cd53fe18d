import { contract, decode, LiquidationStreamFilter, StreamedOpportunity } from '@outrigger/api/contract'
import type { LendingPosition, Opportunity, PositionHealth, TokenAmount } from '@outrigger/defi'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { createOpportunityFilter } from '../node/liquidations.ts'
import { toStreamedOpportunity, toWireHealth, toWireOpportunity, toWireStats } from './defiWire.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const borrower = '0x0000000000000000000000000000000000000b0b'
const hash = `0x${'5c'.repeat(32)}` as const
const collateral: TokenAmount = { token: weth, symbol: 'WETH', decimals: 18, amount: 14n * 10n ** 17n, valueUsd: 4200 }
const debt: TokenAmount = { token: usdc, symbol: 'USDC', decimals: 6, amount: 4_000_000_000n, valueUsd: 4000 }

const opportunity: Opportunity = {
  chain: 'ethereum',
  protocol: 'aave_v3',
  market: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2',
  borrower,
  healthFactor: 970_000_000_000_000_000n,
  totalCollateralUsd: 9349.4,
  totalDebtUsd: 8000,
  maxLiquidatableDebtUsd: 4000,
  collateralToReceive: collateral,
  debtToRepay: debt,
  liquidationThreshold: 0.83,
  protocolFeeUsd: 0,
  liquidationBonusPercent: 5,
  grossProfitUsd: 184.2,
  gasUsd: 3.1,
  gas: 516_667n,
  weiPerGas: 2_000_000_000n,
  nativePriceUsd: 3_000,
  dataFeeUsd: 0,
  netProfitUsd: 181.1,
  sale: { ...debt, amount: 4_184_200_000n, valueUsd: 4184.2 },
  slippageUsd: 15.8,
  flashFeeUsd: 0,
  flashLoan: { source: 'balancer', lender: borrower, holder: borrower, fee: 0n, gas: 70_000n },
  route: null,
  toCalls: () => [],
  proven: null,
  risks: ['A pending update may not be mined.'],
  blockNumber: 1n,
  pendingUpdate: null,
  timestampMs: Date.UTC(2026, 10, 21, 12),
}

describe('an opportunity on the wire', () => {
  it('has every field of the list', () => {
    const wire = toWireOpportunity(opportunity)
    const { response } = contract.defiOpportunities
    const answer = { chain: 'ethereum', count: 1, opportunities: [wire], total_profit_usd: 181.1 }
    expect(Compile(response).Errors(answer)).toEqual([])
    expect(wire).toMatchObject({
      borrower,
      health_factor: 0.97,
      collateral_to_receive: { token: weth, amount: '1400000000000000000', usd_value: 4200 },
      debt_to_repay: { token: usdc, amount: '4000000000', usd_value: 4000 },
      estimated_gas_usd: 3.1,
      flash_loan_available: true,
      sale: { amount: '4184200000', symbol: 'USDC', usd_value: 4184.2, route: [] },
      flash_loan: { source: 'balancer', fee: '0', fee_usd: 0 },
      gas: { units: '516667', price_gwei: 2, native_price_usd: 3000, data_fee_usd: 0 },
      timestamp: '2026-11-21T12:00:00.000Z',
    })
    expect(toWireOpportunity({ ...opportunity, flashLoan: null })).toMatchObject({
      flash_loan_available: false,
      flash_loan: null,
    })
  })

  it('has every field of the stream, and the update it waits for', () => {
    const now = toStreamedOpportunity(opportunity)
    const soon = toStreamedOpportunity({ ...opportunity, pendingUpdate: hash })
    for (const wire of [now, soon]) expect(Compile(StreamedOpportunity).Errors(wire)).toEqual([])
    expect(now).toEqual({
      borrower,
      protocol: 'aave_v3',
      market: opportunity.market,
      health_factor: 0.97,
      net_profit_usd: 181.1,
      debt_to_repay: { token: usdc, amount: '4000000000' },
      collateral_to_receive: { token: weth, amount: '1400000000000000000' },
      timestamp: '2026-11-21T12:00:00.000Z',
    })
    expect(soon).toEqual({ ...now, pending_transaction: hash })
  })

  it.each([
    [{}, true],
    [{ protocols: [] }, true],
    [{ protocols: ['aave_v3', 'spark'] }, true],
    [{ protocols: ['spark'] }, false],
    [{ min_profit_usd: 181.1 }, true],
    [{ min_profit_usd: 181.2 }, false],
    [{ min_profit_usd: 1, protocols: ['morpho'] }, false],
  ])('passes the filter %j: %s', (filter, passes) => {
    expect(createOpportunityFilter(decode(LiquidationStreamFilter, filter))(opportunity)).toBe(passes)
  })
})

it('the health of a position keeps every digit of its amounts, and says nothing of a health factor without debt', () => {
  const position: LendingPosition = {
    protocol: 'aave_v3',
    market: opportunity.market,
    healthFactor: null,
    status: 'HEALTHY',
    isLiquidatable: false,
    liquidationObstacle: null,
    totalCollateralUsd: 4200,
    totalDebtUsd: 0,
    availableToBorrowUsd: 3381,
    netApy: 0.02,
    collateral: [
      {
        ...collateral,
        amount: 2n ** 200n,
        isCollateral: true,
        ltv: 0.805,
        liquidationThreshold: 0.83,
        supplyApy: 0.02,
        liquidationPriceUsd: null,
      },
    ],
    debt: [{ ...debt, borrowApy: 0.05, liquidationPriceUsd: 1.2 }],
  }
  const health: PositionHealth = {
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    chain: 'ethereum',
    blockNumber: 1n,
    positions: [position],
    isAtRisk: false,
    isComplete: true,
    totalCollateralUsd: 4200,
    totalDebtUsd: 0,
    unsupported: ['Fluid'],
    skipped: [],
  }
  const wire = toWireHealth(health)
  expect(Compile(contract.defiPositionHealth.response).Errors(wire)).toEqual([])
  expect(wire).toMatchObject({ address: health.address.toLowerCase(), positions: [{ health_factor: null }] })
  expect(wire.positions[0]?.collateral_assets[0]?.amount).toBe(String(2n ** 200n))
  expect(wire).not.toHaveProperty('skipped')
  const skipped = [{ protocol: 'spark', market: null, reason: 'The provider did not answer.' }]
  const unknown = toWireHealth({ ...health, skipped, isComplete: false, isAtRisk: null })
  expect(unknown).toMatchObject({ skipped, at_risk: null })
  expect(Compile(contract.defiPositionHealth.response).Errors(unknown)).toEqual([])
})

describe('protocols in figures on the wire', () => {
  const counts = { totalPositions: 10, atRiskPositions: 6, liquidatablePositions: 0 }
  const known = { protocol: 'aave_v3', tvlUsd: 60, totalBorrowedUsd: 20, utilizationRate: 1 / 3, unvaluedMarkets: 0 }
  const unknown = {
    protocol: 'morpho',
    tvlUsd: null,
    totalBorrowedUsd: null,
    utilizationRate: null,
    unvaluedMarkets: 4,
  }

  it('are no row while the sums are not known, and say where they are not whole', () => {
    const { protocols, skipped } = toWireStats(
      [known, unknown, { ...known, protocol: 'spark', unvaluedMarkets: 1 }].map((one) => ({ ...one, ...counts })),
    )
    const { response } = contract.defiProtocolsStats
    expect(Compile(response).Errors({ chain: 'ethereum', protocols, skipped })).toEqual([])
    expect(protocols.map(({ protocol, unvalued_markets }) => [protocol, unvalued_markets])).toEqual([
      ['aave_v3', undefined],
      ['spark', 1],
    ])
    expect(skipped.map(({ protocol, reason }) => [protocol, reason])).toEqual([
      ['morpho', expect.stringContaining('unknown')],
      ['spark', expect.stringContaining('incomplete')],
    ])
  })
})
