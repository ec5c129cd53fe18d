import { describe, expect, it } from 'vitest'
import { readVectors } from '../fixtures/lendingVectors.ts'
import type { AssetValue, Health } from '../market.ts'
import type { AaveMarket, AaveReserve } from './aaveMarket.ts'
import {
  type MarketState,
  type Position,
  type ReserveState,
  toVectorAccount,
  toVectorMarket,
} from './fixtures/vectorMarket.ts'
import { computeHealth } from './math/health.ts'
import { findObstacle } from './math/liquidation.ts'
import { toV3Rules, v2Rules } from './versionRules.ts'

type Vectors = Omit<MarketState, 'rules'> & {
  readonly cases: readonly (Position & {
    readonly id: number
    readonly expected: { readonly healthFactor: string; readonly liquidatable: boolean }
  })[]
}

const pool = '0x0000000000000000000000000000000000000001'
// Their e-mode bitmaps exist from 3.2 on. Revision 7 averages thresholds, revision 11 does not.
const suites = [
  ['aave_v2_vectors', v2Rules],
  ['aave_v3_vectors', toV3Rules(7, pool)],
  ['aave_v3_vectors', toV3Rules(11, pool)],
] as const

describe.each(suites)('official vectors, %s', (prefix, rules) => {
  const rows = readVectors<Vectors>(prefix).flatMap(({ name, file }) => {
    const market = toVectorMarket({ ...file, rules })
    return file.cases.map(({ id, expected, ...position }) => {
      const health = computeHealth(market, toVectorAccount(market, position))
      return { name: `${name} ${id}`, expected, health, exact: toUnrounded(market, health) }
    })
  })
  const isNearest = rules.balances === 'nearest'

  it(`have the library's health factor with the rules of ${rules.version}`, () => {
    const off = rows.filter(({ health, exact, expected: { healthFactor } }) => {
      // The library rounds balances to nearest. From v3.5 on, the contracts round against the account.
      const units = isNearest ? 0 : sum([...health.collateral, ...health.debt], ({ amount }) => 1 / Number(amount))
      return health.debt.length === 0
        ? health.healthFactor !== null || healthFactor !== '-1'
        : Math.abs(exact / Number(healthFactor) - 1) > 1e-9 + units
    })
    expect(off).toEqual([])
  })

  it(`are rounded no more than in the contract, with the rules of ${rules.version}`, () => {
    const off = rows.filter(({ health, exact }) => {
      if (health.healthFactor === null) return false
      // Each value is truncated to units of the base currency. Up to v3.4, the average threshold is truncated to basis points.
      const values = sum([...health.collateral, ...health.debt], ({ value }) => 1 / Number(value))
      const average = isNearest ? 1 / toThresholdBps(health) : 0
      return Math.abs(Number(health.healthFactor) / 1e18 / exact - 1) > 1e-9 + values + average
    })
    expect(off).toEqual([])
  })

  it(`are liquidatable exactly if expected, with the rules of ${rules.version}`, () => {
    // A threshold of a few basis points loses much in the contract's average: 5.9 counts as 5.
    const isCut = (health: Health, exact: number) => exact >= 1 && exact - exact / toThresholdBps(health) < 1
    const wrong = rows.filter(({ health, exact, expected: { liquidatable } }) => {
      return health.isLiquidatable !== liquidatable && !(isNearest && isCut(health, exact))
    })
    expect(wrong).toEqual([])
    expect(rows.filter(({ exact, expected: { liquidatable } }) => exact < 1 !== liquidatable)).toEqual([])
  })
})

it('reports what forbids every liquidation of a position, and a pause only if it affects a whole side', () => {
  const rules = toV3Rules(11, pool)
  const found = readVectors<Vectors>('aave_v3_vectors').flatMap(({ file }) => {
    const market = { ...toVectorMarket({ ...file, rules }), timestamp: 1_000n }
    return file.cases
      .filter(({ expected }) => expected.liquidatable)
      .map((position) => ({ market, account: toVectorAccount(market, position) }))
  })
  expect(found.length).toBeGreaterThan(10)
  for (const { market, account } of found) {
    const edit = (change: Partial<AaveReserve>, indices: readonly number[]) => ({
      ...market,
      reserves: market.reserves.map((reserve, index) =>
        indices.includes(index) ? { ...reserve, ...change } : reserve,
      ),
    })
    const owed = account.entries.filter(({ borrowed }) => borrowed > 0n).map(({ reserve }) => reserve)
    const held = account.entries
      .filter(({ supplied, isCollateral }) => isCollateral && supplied > 0n)
      .map(({ reserve }) => reserve)
    expect(findObstacle(market, account)).toBe(null)
    expect(findObstacle({ ...market, isPaused: true }, account)).toBe('the pool is paused')
    expect(findObstacle(edit({ isPaused: true }, owed), account)).toMatch(/is paused/)
    expect(findObstacle(edit({ graceUntil: 1_000n }, owed), account)).toMatch(/grace period/)
    expect(findObstacle(edit({ graceUntil: 999n }, owed), account)).toBe(null)
    if (held.length > 0) expect(findObstacle(edit({ isActive: false }, held), account)).toMatch(/is not active/)
    if (owed.length > 1) expect(findObstacle(edit({ isPaused: true }, owed.slice(1)), account)).toBe(null)
    const { healthFactor } = computeHealth(market, account)
    const forbidden = (healthFactor ?? 0n) >= 95n * 10n ** 16n ? 'the price oracle sentinel forbids it' : null
    expect(findObstacle({ ...market, isLiquidationAllowed: false }, account)).toBe(forbidden)
  }
})

type RealPosition = {
  readonly request: {
    readonly rawUserReserves: readonly (Omit<Position['userReserves'][number], 'underlyingAsset'> & {
      readonly reserve: ReserveState
    })[]
    readonly currentTimestamp: number
    readonly marketRefCurrencyDecimals: number
  }
  readonly expected: Readonly<Record<string, string>>
}

describe('official real positions', () => {
  const cases = readVectors<{ cases: readonly RealPosition[] }>('aave_utilities_real_positions').flatMap(
    ({ file }) => file.cases,
  )
  it('match to every digit', () => {
    expect(cases.length).toBeGreaterThan(1)
    for (const { request, expected } of cases) {
      const { rawUserReserves, marketRefCurrencyDecimals: decimals } = request
      const market = toVectorMarket({
        rules: v2Rules,
        currentTimestamp: request.currentTimestamp,
        marketReferenceCurrencyDecimals: decimals,
        reserves: rawUserReserves.map(({ reserve }) => reserve),
      })
      const userReserves = rawUserReserves.map(({ reserve, ...rest }) => ({ ...rest, ...reserve }))
      const { collateral, debt } = computeHealth(market, toVectorAccount(market, { userReserves }))
      expect(toDigits(market, collateral)).toEqual(expected['totalCollateralMarketReferenceCurrency'])
      expect(toDigits(market, debt)).toEqual(expected['totalBorrowsMarketReferenceCurrency'])
    }
  })
})

/** Sums amounts at their prices, rounded once at the end to 20 decimals, like the library. */
function toDigits({ reserves, baseUnit }: AaveMarket, assets: readonly AssetValue[]): string {
  const places = 10n ** 20n
  const scale = 10n ** 20n
  const exact = assets.reduce((total, { reserve: index, amount }) => {
    const { price, unit } = reserves[index] as AaveReserve
    return total + (amount * price * places * scale) / (unit * baseUnit)
  }, 0n)
  const rounded = (exact + scale / 2n) / scale
  return `${rounded / places}.${(rounded % places).toString().padStart(20, '0').replace(/0+$/, '')}`
}

/** Computes the health factor of the amounts in real numbers. */
function toUnrounded({ reserves }: AaveMarket, { collateral, debt }: Health): number {
  const toValue = ({ reserve: index, amount }: AssetValue) => {
    const { price, unit } = reserves[index] as AaveReserve
    return (Number(amount) / Number(unit)) * Number(price)
  }
  return sum(collateral, (one) => toValue(one) * one.liquidationThreshold) / sum(debt, toValue)
}

function toThresholdBps({ collateral, collateralValue }: Health): number {
  return (sum(collateral, (one) => Number(one.value) * one.liquidationThreshold) / Number(collateralValue)) * 10_000
}

function sum<item>(items: readonly item[], value: (item: item) => number): number {
  return items.reduce((total, item) => total + value(item), 0)
}
