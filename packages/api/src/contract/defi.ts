import * as t from 'typebox'
import { lendingChains } from './chains.ts'
import { defineEndpoint } from './endpoint.ts'
import { LeastUsd, Opportunity, Position, Ratio, SkippedPosition, skipped, Unsupported, Usd } from './lendingShapes.ts'
import { named, orAbsent, record, wireOnly } from './record.ts'
import { lendingIds } from './vocabulary.ts'
import { Int, toHex } from './wire.ts'

const area = { area: 'defi', scopes: ['read:blockchain'], cost: 20, errors: 'nested' } as const

// Not validated as an enum: an unknown chain has its own error code. So has a malformed address.
const chain = t.String({ description: `One of ${lendingChains.join(', ')}` })

export const LendingId = t.Enum([...lendingIds], { description: 'Lending protocol; /protocols lists those of a chain' })
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

export const defiEndpoints = {
  defiPositionHealth: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/positions/{address}/health',
    summary: 'Lending positions of an address, at one block',
    params: t.Object({
      chain,
      address: t.String({ description: 'In any case; in mixed case with the right EIP-55 checksum' }),
    }),
    query: t.Object({ protocol: t.Optional(LendingId) }),
    response: record({
      /** Lower case. */
      address: toHex(),
      chain: t.String(),
      /** One for each market in which the address has anything. */
      positions: t.Array(Position, { description: 'One for each market in which the address has anything' }),
      /** Whether a position is `AT_RISK` or `LIQUIDATABLE`; null if that is not known. */
      isAtRisk: named(
        'at_risk',
        t.Union([t.Boolean(), t.Null()], {
          description:
            'A position is AT_RISK or LIQUIDATABLE. Null where that is not known: none that was read is, and `skipped` names one that could not be read',
        }),
      ),
      totalCollateralUsd: Usd,
      totalDebtUsd: Usd,
      /** Lenders of the chain that are not read at all, by name. */
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
      /** Most that are given. @default 100 */
      limit: t.Optional(t.Integer({ minimum: 1, maximum: 500, default: 100 })),
      /** @default every opportunity */
      minProfitUsd: t.Optional(LeastUsd),
      /** @default 0 */
      minCollateralUsd: t.Optional(LeastUsd),
      /** Id of the only lending protocol to look at. @default all of the chain */
      protocol: t.Optional(LendingId),
    }),
    response: record({
      chain: t.String(),
      count: wireOnly(Int),
      /** Most profitable first. */
      opportunities: t.Array(Opportunity),
      totalProfitUsd: wireOnly(t.Number({ description: 'Net, of those listed, US dollars' })),
      /** What could not be looked at, then liquidatable positions that do not pay. */
      skipped: orAbsent(
        t.Array(SkippedPosition, {
          description:
            'Protocols and markets that could not be looked at, then up to `limit` positions that can be liquidated and do not pay',
        }),
      ),
    }),
    example: {
      chain: 'ethereum',
      count: 1,
      opportunities: [
        {
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
        },
      ],
      total_profit_usd: 181.1,
    },
  }),
  defiProtocolsStats: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols/stats',
    summary: 'Statistics of lending protocols',
    params: t.Object({ chain }),
    response: t.Object({
      chain: t.String(),
      protocols: t.Array(
        record({
          protocol: t.String(),
          tvlUsd: t.Number({ description: 'Supplied, US dollars' }),
          totalBorrowedUsd: Usd,
          utilizationRate: Ratio,
          totalPositions: t.Integer({ minimum: 0, description: 'Accounts that owe something' }),
          atRiskPositions: t.Integer({ minimum: 0, description: 'Health factor above 1, up to 1.2' }),
          liquidatablePositions: Int,
          unvaluedMarkets: t.Optional(
            t.Integer({
              minimum: 1,
              description:
                'Markets of which a part has no known value in US dollars: the sums are without it. Left out where there is none',
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
      skipped: [{ protocol: 'morpho', market: null, reason: 'Its borrowers are still being looked for: 42 % done.' }],
    },
  }),
  defiProtocols: defineEndpoint({
    ...area,
    method: 'GET',
    path: '/v1/defi/{chain}/protocols',
    cost: 5,
    summary: 'Lending protocols of a chain',
    params: t.Object({ chain }),
    response: t.Object({ chain: t.String(), protocols: t.Array(t.String()), unsupported: Unsupported }),
    example: { chain: 'base', protocols: ['aave_v3'], unsupported: ['Euler', 'Fluid'] },
  }),
}
