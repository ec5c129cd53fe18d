import { createUniform } from '@outrigger/devnet/random'
import { describe, expect, it } from 'vitest'
import type { Account, Entry } from '../../market.ts'
import type { AaveMarket } from '../aaveMarket.ts'
import type { Random } from '../fixtures/random.ts'
import { toVectorMarket } from '../fixtures/vectorMarket.ts'
import { toV3Rules, v2Rules } from '../versionRules.ts'
import { computeHealth } from './health.ts'
import { computeScreen } from './screen.ts'

const pool = '0x0000000000000000000000000000000000000001'
const versions = [v2Rules, ...[1, 4, 5, 7, 8, 9, 10, 11].map((revision) => toV3Rules(revision, pool))]

/** Reserves of all sizes: few decimals, high prices, thresholds of a few basis points. */
function toMarket(random: Random, rules: AaveMarket['rules']): AaveMarket {
  const ray = (low: number, high: number) => `${Math.floor((low + random() * (high - low)) * 1e15)}000000000000`
  const reserves = Array.from({ length: 8 }, (_, index) => ({
    symbol: `T${index}`,
    decimals: [18, 8, 6, 2][index % 4] ?? 18,
    lastUpdateTimestamp: 1_000_000,
    underlyingAsset: `0x${String(index).padStart(40, '0')}` as const,
    baseLTVasCollateral: '5000',
    reserveLiquidationBonus: '10500',
    reserveLiquidationThreshold: String(index === 7 ? 5 : 6_000 + Math.floor(random() * 3_000)),
    liquidityIndex: ray(1, 2),
    liquidityRate: ray(0, 0.2),
    variableBorrowIndex: ray(1, 3),
    variableBorrowRate: ray(0, 0.6),
    totalScaledVariableDebt: '1',
    priceInMarketReferenceCurrency: String(Math.floor(10 ** (4 + random() * 9))),
  }))
  return toVectorMarket({ rules, reserves, currentTimestamp: 3_000_000, marketReferenceCurrencyDecimals: 8 })
}

function toAccount(random: Random): Account {
  const entries = [...new Set(Array.from({ length: 4 }, () => Math.floor(random() * 8)))].map((reserve): Entry => {
    const amount = BigInt(Math.floor(10 ** (random() * 14)))
    const isCollateral = random() < 0.6
    return { reserve, isCollateral, supplied: isCollateral ? amount : 0n, borrowed: isCollateral ? 0n : amount }
  })
  return { address: pool, mode: 0, entries }
}

describe.each(versions)('the screen by the rules of $version', (rules) => {
  it('never exceeds its stated error', () => {
    const random = createUniform(Number(rules.version) * 10)
    for (let round = 0; round < 40; round++) {
      const market = toMarket(random, rules)
      const screen = computeScreen(market)
      for (let each = 0; each < 50; each++) {
        const account = toAccount(random)
        const { healthFactor } = computeHealth(market, account)
        if (healthFactor === null) continue
        let [collateral, debt, slack] = [0, 0, 0]
        for (const { reserve, supplied, borrowed } of account.entries) {
          collateral += Number(supplied) * screen.collateralWeight(reserve, 0)
          debt += Number(borrowed) * screen.debtWeight(reserve)
          slack += screen.slack(reserve)
        }
        const exact = Number(healthFactor) / 1e18
        const least = (collateral * (1 - screen.relativeError) - slack) / (debt + slack)
        const most = debt > slack ? (collateral + slack) / (debt - slack) : Number.POSITIVE_INFINITY
        expect(exact).toBeGreaterThanOrEqual(least * (1 - 1e-12))
        expect(exact).toBeLessThanOrEqual(most * (1 + 1e-12))
      }
    }
  })
})
