import * as t from 'typebox'
import { HealthFactor, Market, skipped, Usd } from './lendingShapes.ts'
import { named, record } from './record.ts'
import { toHex, toTimestamp } from './wire.ts'

const split = {
  /** Tokens whose symbol ends in ETH. */
  ether: t.Number({ description: 'Tokens whose symbol ends in ETH, US dollars' }),
  other: t.Number({ description: 'Other tokens, US dollars' }),
}

const StressStep = record({
  /** Change of the ether price: -0.1 is 10 % less. */
  change: t.Number({ description: 'Change of the ether price: -0.1 is 10 % less' }),
  /** Number of positions that can be liquidated at this price. */
  positions: t.Integer({ minimum: 0, description: 'Number of positions that can be liquidated at this price' }),
  /** Their whole collateral and debt at current prices. */
  collateralUsd: t.Number({ description: 'Their whole collateral at current prices, US dollars' }),
  debtUsd: t.Number({ description: 'Their whole debt at current prices, US dollars' }),
})

/** Σ `weightedCollateral` / Σ `debt` is the health factor. At another ether price, multiply `ether` of both by it. */
const StressedPosition = record({
  borrower: toHex(),
  protocol: t.String(),
  market: Market,
  /** Health factor with 18 decimals at the current price, as the contract computes it. */
  healthFactor: HealthFactor,
  totalCollateralUsd: Usd,
  totalDebtUsd: Usd,
  /** Collateral times its liquidation thresholds. */
  weightedCollateral: record(split, { description: 'Collateral times its liquidation thresholds' }),
  debt: record(split),
})

/** Positions of a chain that another ether price makes liquidatable. */
export const StressTest = record({
  chain: t.String(),
  timestampMs: named('timestamp', toTimestamp('Start of the computation. The result is kept for 1 to 30 seconds')),
  /** Number of positions with debt. */
  totalPositions: t.Integer({ minimum: 0, description: 'Number of positions with debt' }),
  /** Number of positions that no step makes liquidatable, because their health factor is above 2. */
  safePositions: t.Integer({
    minimum: 0,
    description: 'Number of positions that no step makes liquidatable, because their health factor is above 2',
  }),
  /** Number of positions whose health factor is not a ratio of sums. The steps do not include them. */
  unmodeledPositions: t.Integer({
    minimum: 0,
    description: 'Number of positions whose health factor is not a ratio of sums. The steps do not include them',
  }),
  /** Changes from -50 % to +20 % by 1 %, lowest price first. */
  steps: t.Array(StressStep, { description: 'Changes from -50 % to +20 % by 1 %, lowest price first' }),
  /** Positions with the largest collateral, at most 1000. */
  largestPositions: t.Array(StressedPosition, {
    description:
      'The 1000 positions with the largest collateral. The sum of weighted_collateral divided by the sum of debt is the health factor. For another ether price, multiply `ether` of both',
  }),
  skipped,
})

export const exampleStressTest: t.Static<typeof StressTest> = {
  chain: 'ethereum',
  timestamp: '2026-11-21T12:00:00.000Z',
  total_positions: 48_211,
  safe_positions: 31_070,
  unmodeled_positions: 12,
  steps: [{ change: -0.1, positions: 214, collateral_usd: 61_300_000, debt_usd: 48_900_000 }],
  largest_positions: [
    {
      borrower: '0x0000000000000000000000000000000000000b0b',
      protocol: 'aave_v3',
      market: '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2',
      health_factor: 1.245,
      total_collateral_usd: 6000,
      total_debt_usd: 4000,
      weighted_collateral: { ether: 4980, other: 0 },
      debt: { ether: 0, other: 4000 },
    },
  ],
}
