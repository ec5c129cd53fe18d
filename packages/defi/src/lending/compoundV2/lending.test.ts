import fc from 'fast-check'
import { parseEther, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { computeScreenError } from '../../liquidation/book/screenError.ts'
import { computePosition } from '../../positions/computePosition.ts'
import { readVectors } from '../fixtures/lendingVectors.ts'
import type { Pair } from '../market.ts'
import { accrue } from './accrue.ts'
import { compoundV2Lending } from './compoundV2.ts'
import { computeHealth, computeLiquidity, computeScreen, toDebt } from './computeHealth.ts'
import { computeSeizure, computeTerms } from './computeLiquidation.ts'
import { toAccount, toMarket, toReserve } from './fixtures/market.ts'
import type { CompoundV2Market } from './market.ts'

const wad = 10n ** 18n

type Vectors = {
  readonly account_liquidity: readonly {
    readonly name: string
    readonly markets: readonly {
      readonly collateralFactor: string
      readonly price: string
      readonly supplied: number
    }[]
    readonly hypothetical: { readonly market: number; readonly borrow: number; readonly redeem: number } | null
    readonly expected: { readonly liquidity: number; readonly shortfall: number }
  }[]
}
const vectors = readVectors<Vectors>('compound_v2_liquidity').flatMap(({ file }) => file.account_liquidity)

describe("Compound's own liquidity tests", () => {
  test.each(vectors)('$name', ({ markets, hypothetical, expected }) => {
    const market = toMarket(
      markets.map(({ collateralFactor, price }, index) =>
        toReserve(index, { collateralFactor: parseEther(collateralFactor), price: parseEther(price) }),
      ),
    )
    const account = toAccount(
      ...markets.map(({ supplied }, reserve) => {
        const { borrow, redeem } = hypothetical?.market === reserve ? hypothetical : { borrow: 0, redeem: 0 }
        return { reserve, supplied: BigInt(supplied - redeem), borrowed: BigInt(borrow) }
      }),
    )
    const { mayOwe, owes } = computeLiquidity(market, account)
    expect(mayOwe - owes).toBe(BigInt(expected.liquidity - expected.shortfall))
    const { availableToBorrow, isLiquidatable } = computeHealth(market, account)
    expect(availableToBorrow).toBe(BigInt(expected.liquidity))
    expect(isLiquidatable).toBe(expected.shortfall > 0)
  })
})

const big = (min: bigint, max: bigint) => fc.bigInt({ min, max })
const decimals = fc.constantFrom(6, 8, 18)

/** Two cTokens with pending interest, and an account with debt in the second one. */
const anyPosition = fc
  .record({
    units: fc.tuple(decimals, decimals),
    prices: fc.tuple(big(1n, 10n ** 24n), big(1n, 10n ** 24n)),
    cash: fc.tuple(big(0n, 10n ** 26n), big(0n, 10n ** 26n)),
    borrows: fc.tuple(big(0n, 10n ** 26n), big(0n, 10n ** 26n)),
    rates: fc.tuple(big(0n, 10n ** 12n), big(0n, 10n ** 12n)),
    totalSupply: big(10n ** 18n, 10n ** 20n),
    factor: big(0n, (wad * 9n) / 10n),
    seizeShare: fc.constantFrom(0n, parseEther('0.028')),
    accountIndex: big(wad, 3n * wad),
    supplied: big(1n, 10n ** 18n),
    borrowed: big(1n, 10n ** 24n),
    blocks: big(0n, 100_000n),
  })
  .map(({ units, prices, cash, borrows, rates, blocks, ...one }) => {
    const reserves = ([0, 1] as const).map((index) =>
      toReserve(index, {
        decimals: units[index],
        price: prices[index] * 10n ** BigInt(18 - units[index]),
        cash: cash[index],
        totalSupply: one.totalSupply,
        reserveFactor: wad / 5n,
        collateralFactor: one.factor,
        seizeShare: one.seizeShare,
        stored: {
          blockNumber: 0n,
          borrowIndex: 3n * wad,
          totalBorrows: borrows[index],
          totalReserves: 0n,
          borrowRate: rates[index],
        },
      }),
    )
    const market = accrue(toMarket(reserves), 12n * blocks)
    const debt = { reserve: 1, borrowed: one.borrowed, borrowIndex: one.accountIndex }
    return { market, account: toAccount({ reserve: 0, supplied: one.supplied }, debt) }
  })
const pair: Pair = { collateral: 0, debt: 1 }

test('ranges end at the amounts that the contract rejects', () => {
  let looked = 0
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const [held, debt] = account.entries
      const terms = computeTerms(market, account, pair)
      if (held === undefined || debt === undefined || 'refused' in terms) return
      const [{ from, to }] = terms.ranges as readonly [{ from: bigint; to: bigint }]
      const tokensOf = (repay: bigint) => {
        const { liquidatorTokens } = computeSeizure(toMarket(market.reserves.map(withoutShare)), pair, repay)
        return liquidatorTokens
      }
      const cash = market.reserves[0]?.cash ?? 0n
      const isTaken = (repay: bigint) =>
        repay <= toDebt(market, debt) / 2n &&
        tokensOf(repay) <= held.supplied &&
        computeSeizure(market, pair, repay).received <= cash
      expect([isTaken(from), isTaken(to), isTaken(to + 1n)]).toEqual([true, true, false])
      expect([tokensOf(from) > 0n, tokensOf(from - 1n)]).toEqual([true, 0n])
      looked += 1
    }),
    { numRuns: 500 },
  )
  expect(looked).toBeGreaterThan(50)
})
const withoutShare = (reserve: CompoundV2Market['reserves'][number]) => ({ ...reserve, seizeShare: 0n })

test('the market keeps its share of the seized amount and the liquidator gets the rest', () => {
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const terms = computeTerms(market, account, pair)
      if ('refused' in terms) return
      const { seized, protocolFee, received } = computeSeizure(market, pair, terms.ranges[0]?.to ?? 0n)
      // Both are rounded, and so is the redemption rate, which applies to up to 10^18 units.
      expect(abs(seized - received - protocolFee)).toBeLessThanOrEqual(3n)
    }),
  )
})
const abs = (value: bigint) => (value < 0n ? -value : value)

test('computes interest from the stored state, even if repeated', () => {
  fc.assert(
    fc.property(anyPosition, big(0n, 10n ** 7n), big(0n, 10n ** 7n), ({ market }, first, second) => {
      expect(accrue(accrue(market, first), second)).toEqual(accrue(market, second))
    }),
  )
})

test('a debt is exact at its own index, and at a later one at most one unit per index lower', () => {
  fc.assert(
    fc.property(
      ...[big(1n, 10n ** 27n), big(wad, 2n * wad), big(0n, wad), big(0n, wad)],
      (principal, own, more, evenMore) => {
        const [index, later] = [own + more, own + more + evenMore]
        const owed = (principal * index) / own
        const exact = (principal * later) / own
        const market = toMarket([toReserve(0, { stored: { ...toReserve(0).stored, borrowIndex: later } })])
        const debtOf = (borrowed: bigint, borrowIndex: bigint) =>
          toDebt(market, { reserve: 0, supplied: 0n, isCollateral: true, borrowed, borrowIndex })
        expect(debtOf(principal, own)).toBe(exact)
        expect(exact - debtOf(owed, index)).toBeGreaterThanOrEqual(0n)
        expect(exact - debtOf(owed, index)).toBeLessThanOrEqual(1n + later / index)
      },
    ),
  )
})

test('the screen never exceeds its stated error', () => {
  fc.assert(
    fc.property(anyPosition, ({ market, account }) => {
      const { collateralWeight, debtWeight, slack, relativeError } = computeScreen(market)
      const { mayOwe, owes } = computeLiquidity(market, account)
      const error = computeScreenError(2, relativeError)
      const [held, debt] = account.entries
      const mayOweSum = Number(held?.supplied) * collateralWeight(0, 0)
      const owesSum = (Number(debt?.borrowed) / Number(debt?.borrowIndex)) * debtWeight(1)
      expect(Math.abs(Number(mayOwe) - mayOweSum)).toBeLessThanOrEqual(mayOweSum * error + slack(0))
      expect(Math.abs(Number(owes) - owesSum)).toBeLessThanOrEqual(owesSum * error + slack(1))
    }),
  )
})

describe('other rules of the Comptroller', () => {
  const supplied = { reserve: 0, supplied: parseUnits('100', 18) }
  const account = toAccount(supplied, { reserve: 1, borrowed: parseUnits('80', 18) })
  const safe = toAccount(supplied, { reserve: 1, borrowed: parseUnits('10', 18) })
  const reserves = [
    toReserve(0, { cash: parseUnits('1000', 18), totalSupply: parseUnits('1000', 18) }),
    toReserve(1, { cash: parseUnits('1000', 18), totalSupply: parseUnits('1000', 18) }),
  ] as const
  const withDebt = (own: Partial<(typeof reserves)[1]>) => toMarket([reserves[0], { ...reserves[1], ...own }])

  test('allow half of a debt, or all of it in a deprecated market regardless of health', () => {
    const bonusBps = expect.closeTo(800, 9)
    const upTo = (tokens: string) => ({ ranges: [{ from: 1n, to: parseUnits(tokens, 18) }], kinks: [], bonusBps })
    expect(computeTerms(toMarket(reserves), account, pair)).toEqual(upTo('40'))
    expect(computeTerms(toMarket(reserves), safe, pair)).toEqual({ refused: 'the position is healthy' })
    const deprecated = withDebt({ isDeprecated: true })
    expect(computeTerms(deprecated, safe, pair)).toEqual(upTo('10'))
    expect(computeHealth(deprecated, safe).isLiquidatable).toBe(true)
    // Such a position is never reported as healthy, for any health factor.
    const told = { status: 'LIQUIDATABLE', isLiquidatable: true }
    expect(computePosition(compoundV2Lending, deprecated, safe)).toMatchObject({ ...told, liquidationObstacle: null })
    const paused = { ...deprecated, isSeizePaused: true }
    const liquidationObstacle = 'seizing is paused'
    expect(computePosition(compoundV2Lending, paused, safe)).toMatchObject({ ...told, liquidationObstacle })
    const healthy = computePosition(compoundV2Lending, toMarket(reserves, { isSeizePaused: true }), safe)
    expect(healthy).toMatchObject({ isLiquidatable: false, liquidationObstacle: null })
    expect(computeScreen(deprecated).debtWeight(1)).toBeGreaterThan(1e100)
  })

  test('allow nothing while seizing is paused, or a market is unlisted', () => {
    expect(computeTerms(toMarket(reserves, { isSeizePaused: true }), account, pair)).toHaveProperty('refused')
    expect(computeTerms(withDebt({ isListed: false }), account, pair)).toHaveProperty('refused')
  })

  test('allow at most what the market of the collateral can pay out', () => {
    const poor = toMarket([{ ...reserves[0], cash: parseUnits('10.8', 18) }, reserves[1]])
    expect(computeTerms(poor, account, pair)).toMatchObject({ ranges: [{ to: parseUnits('10', 18) }] })
    expect(computeTerms(toMarket([{ ...reserves[0], cash: 0n }, reserves[1]]), account, pair)).toHaveProperty('refused')
  })

  test('do not value an asset without a price, and the screen skips the account', () => {
    const silent = withDebt({ price: 0n })
    expect(() => computeHealth(silent, account)).toThrow(/has no price for T1/)
    expect(computeTerms(silent, account, pair)).toHaveProperty('refused')
    expect(computeScreen(silent).debtWeight(1)).toBeLessThan(0)
    // Even an entered market without a balance makes the Comptroller revert.
    const third = toMarket([...reserves, toReserve(2, { price: 0n })])
    const entered = { ...account, entries: [...account.entries, ...toAccount({ reserve: 2 }).entries] }
    expect(computeHealth(third, entered)).toMatchObject({ isLiquidatable: false, healthFactor: (wad * 5n) / 8n })
    expect(computeTerms(third, entered, pair)).toHaveProperty('refused')
  })

  test('allow seizing supplies that are not collateral', () => {
    const { entries } = toAccount({ ...supplied, isCollateral: false }, { reserve: 1, borrowed: 1_000n })
    const health = computeHealth(toMarket(reserves), { ...account, entries })
    expect(health).toMatchObject({ isLiquidatable: true, collateralValue: 0n, collateral: [{ ltv: 0 }] })
    expect(computeTerms(toMarket(reserves), { ...account, entries }, pair)).toHaveProperty('ranges')
  })
})
