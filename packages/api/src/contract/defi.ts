import * as t from 'typebox'
import { lendingChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import {
  EndedOpportunity,
  LeastUsd,
  Opportunity,
  Position,
  Ratio,
  SkippedPosition,
  skipped,
  Unsupported,
  Usd,
} from './lendingShapes.ts'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { exampleStressTest, StressTest } from './stressTest.ts'
import { lendingIds } from './vocabulary.ts'
import { Int, toHex } from './wire.ts'

const area = { area: 'defi', scopes: ['read:blockchain'], cost: 20, errors: 'nested' } as const

// Not validated as an enum or pattern: unknown chains and malformed addresses have their own error codes.
const chain = t.String({ description: `One of ${lendingChains.join(', ')}` })

export const LendingId = t.Enum([...lendingIds], {
  description: 'Lending protocol. /protocols lists the protocols of a chain',
})
const timestamp = '2026-11-21T12:00:00.000Z'
const pool = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'
const wethPool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const morpho = '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb'
const borrower = '0x0000000000000000000000000000000000000b0b'
const weth = {
  token: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  symbol: 'WETH',
  decimals: 18,
  amount: '2000000000000000000',
  usd_value: 6000,
}
const usdc = {
  token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  decimals: 6,
  amount: '4000000000',
  usd_value: 4000,
}

const opportunity = {
  borrower,
  protocol: 'aave_v3',
  market: pool,
  health_factor: 0.97,
  total_debt_usd: 8000,
  total_collateral_usd: 9349.4,
  max_liquidatable_debt_usd: 4000,
  collateral_to_receive: { ...weth, amount: '1400000000000000000', usd_value: 4200 },
  debt_to_repay: usdc,
  liquidation_threshold: 0.83,
  protocol_fee_usd: 0,
  liquidation_bonus_percent: 5,
  gross_profit_usd: 184.2,
  sale: { ...usdc, amount: '4184200000', usd_value: 4184.2, route: [{ dex: 'uniswap_v3', pool: wethPool }] },
  flash_loan: { source: 'morpho', lender: morpho, fee: '0', fee_usd: 0 },
  estimated_gas_usd: 3.1,
  gas: { units: '516667', price_gwei: 2, native_price_usd: 3000, data_fee_usd: 0 },
  net_profit_usd: 181.1,
  flash_loan_available: true,
  risks: [],
  timestamp,
}

export const defiEndpoints = {
  defiPositionHealth: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/positions/{address}/health',
    summary: 'Lending positions of an address at the latest block',
    params: t.Object({
      chain,
      address: t.String({ description: 'Lower or upper case, or mixed case with a valid EIP-55 checksum' }),
    }),
    query: t.Object({ protocol: t.Optional(LendingId) }),
    response: record({
      /** Lower case. */
      address: toHex(),
      chain: t.String(),
      /** One position per market in which the address has collateral or debt. */
      positions: t.Array(Position, {
        description: 'One position per market in which the address has collateral or debt',
      }),
      /** True if a position is `AT_RISK` or `LIQUIDATABLE`. Null if unknown. */
      isAtRisk: named(
        'at_risk',
        t.Union([t.Boolean(), t.Null()], {
          description:
            'True if a position is AT_RISK or LIQUIDATABLE. null if no position read so far is, but `skipped` lists markets that could not be read',
        }),
      ),
      totalCollateralUsd: Usd,
      totalDebtUsd: Usd,
      /** Names of the lenders on the chain that Outrigger does not support. */
      unsupported: Unsupported,
      skipped,
    }),
    example: {
      address: borrower,
      chain: 'ethereum',
      positions: [
        {
          protocol: 'aave_v3',
          market: pool,
          health_factor: 1.245,
          status: 'WARNING',
          is_liquidatable: false,
          liquidation_obstacle: null,
          total_collateral_usd: 6000,
          total_debt_usd: 4000,
          available_to_borrow_usd: 830,
          net_apy: -0.0175,
          collateral_assets: [{ ...weth, ltv: 0.805, liquidation_threshold: 0.83, liquidation_price_usd: 2409.64 }],
          debt_assets: [{ ...usdc, borrow_apy: 0.053, liquidation_price_usd: 1.245 }],
        },
      ],
      at_risk: false,
      total_collateral_usd: 6000,
      total_debt_usd: 4000,
      unsupported: ['Aave v4', 'Euler', 'Fluid'],
    },
  }),
  defiOpportunities: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/liquidations/opportunities',
    summary: 'Profitable liquidations, most profitable first',
    params: t.Object({ chain }),
    query: record({
      /** Maximum number of opportunities. @default 100 */
      limit: t.Optional(
        t.Integer({ minimum: 1, maximum: 500, default: 100, description: 'Maximum number of opportunities' }),
      ),
      /** @default every opportunity */
      minProfitUsd: t.Optional(LeastUsd),
      /** @default 0 */
      minCollateralUsd: t.Optional(LeastUsd),
      /** Id of the lending protocol to read. @default all protocols of the chain */
      protocol: t.Optional(LendingId),
    }),
    response: record({
      chain: t.String(),
      count: wireOnly(Int),
      /** Most profitable first. */
      opportunities: t.Array(Opportunity),
      totalProfitUsd: wireOnly(t.Number({ description: 'Sum of the net profits in the list, US dollars' })),
      /** Markets that could not be read, then liquidatable positions without profit. */
      skipped: orAbsent(
        t.Array(SkippedPosition, {
          description:
            'Protocols and markets that could not be read, then up to `limit` liquidatable positions without profit',
        }),
      ),
    }),
    example: {
      chain: 'ethereum',
      count: 1,
      opportunities: [opportunity],
      total_profit_usd: 181.1,
    },
  }),
  defiEndedOpportunities: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/liquidations/ended',
    cost: 5,
    summary: 'The last 20 liquidations that were profitable and no longer are, latest first',
    params: t.Object({ chain }),
    response: record({
      chain: t.String(),
      /** Latest first. */
      opportunities: t.Array(EndedOpportunity, {
        description: 'Latest first. They are recorded from the first request for the liquidations of the chain on',
      }),
    }),
    example: { chain: 'ethereum', opportunities: [{ ...opportunity, ended_at: '2026-11-21T12:00:12.000Z' }] },
  }),
  defiStressTest: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/liquidations/stress-test',
    summary: 'Positions that another price of ether makes liquidatable',
    params: t.Object({ chain }),
    response: StressTest,
    example: exampleStressTest,
  }),
  defiProtocolsStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols/stats',
    summary: 'Value locked, debt and positions of the lending protocols of a chain',
    params: t.Object({ chain }),
    response: t.Object({
      chain: t.String(),
      protocols: t.Array(
        record({
          protocol: t.String(),
          tvlUsd: t.Number({ description: 'Supplied value, US dollars' }),
          totalBorrowedUsd: Usd,
          utilizationRate: Ratio,
          totalPositions: t.Integer({ minimum: 0, description: 'Accounts with debt' }),
          atRiskPositions: t.Integer({
            minimum: 0,
            description: 'Positions with a health factor above 1 and up to 1.2',
          }),
          liquidatablePositions: Int,
          unvaluedMarkets: t.Optional(
            t.Integer({
              minimum: 1,
              description:
                'Markets with assets of unknown price, which the sums do not include. Absent if every asset has a price',
            }),
          ),
        }),
      ),
      skipped,
    }),
    example: {
      chain: 'ethereum',
      protocols: [
        {
          protocol: 'aave_v3',
          tvl_usd: 31_200_000_000,
          total_borrowed_usd: 12_500_000_000,
          utilization_rate: 0.4,
          total_positions: 48_211,
          at_risk_positions: 1904,
          liquidatable_positions: 3,
        },
      ],
      skipped: [{ protocol: 'morpho', market: null, reason: 'The scan for its borrowers is 42 % complete.' }],
    },
  }),
  defiProtocols: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols',
    cost: 5,
    summary: 'List the lending protocols of a chain',
    params: t.Object({ chain }),
    response: t.Object({ chain: t.String(), protocols: t.Array(t.String()), unsupported: Unsupported }),
    example: { chain: 'base', protocols: ['aave_v3'], unsupported: ['Euler', 'Fluid'] },
  }),
}
