import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Account, Entry, Market } from '../../lending/market.ts'
import { ratioJudge, toAccount, toMarket } from './fixtures/ratioJudge.ts'
import { createPositionTable } from './positionTable.ts'

const wad = 10n ** 18n
const amount = fc.bigInt({ min: 0n, max: 10n ** 27n })
const entry = (reserve: number): fc.Arbitrary<Entry> =>
  fc
    .record({ supplied: amount, isCollateral: fc.boolean(), borrowed: amount, isStable: fc.nat(19) })
    .map(({ isStable, ...rest }) => ({
      reserve,
      ...rest,
      ...(isStable === 0 && { stable: { principal: 5n * rest.supplied, rate: 1n, lastUpdate: 0n } }),
    }))
const account = fc
  .record({ index: fc.nat(40), mode: fc.nat(3), entries: fc.tuple(...Array.from({ length: 6 }, (_, i) => entry(i))) })
  .chain(({ index, mode, entries }) => fc.subarray(entries).map((some) => toAccount(index, some, mode)))
const prices = fc.array(fc.bigInt({ min: 1n, max: 10n ** 23n }), { minLength: 6, maxLength: 6 })

/** The exact arithmetic, applied to every account. */
function judgeAll(accounts: Iterable<Account>, market: Market) {
  const all = [...accounts].map((one) => ({ account: one, health: ratioJudge.computeHealth(market, one) }))
  const owing = all.filter(({ health }) => health.healthFactor !== null)
  const liquidatable = owing.filter(({ health }) => health.isLiquidatable)
  const atRisk = owing.filter(
    ({ health }) => !health.isLiquidatable && (health.healthFactor as bigint) <= (12n * wad) / 10n,
  )
  return {
    owing,
    liquidatable,
    count: { total: owing.length, atRisk: atRisk.length, liquidatable: liquidatable.length },
  }
}

it('agrees with the exact arithmetic on every account, after any accounts were set, replaced and removed', () => {
  const step = fc.oneof({ weight: 4, arbitrary: account }, { weight: 1, arbitrary: fc.nat(40) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), prices, prices, (steps, ...rounds) => {
      const table = createPositionTable()
      const model = new Map<string, Account>()
      for (const one of steps) {
        const { address } = typeof one === 'number' ? toAccount(one, []) : one
        if (typeof one === 'number') table.delete(address)
        else table.set(one)
        if (typeof one === 'number' || !one.entries.some(owes)) model.delete(address)
        else model.set(address, one)
      }
      expect(new Set(table.accounts())).toEqual(new Set(model.values()))
      expect(table.size).toBe(model.size)
      for (const [address, held] of model) expect(table.get(address as never)).toBe(held)
      for (const market of rounds.map(toMarket)) {
        const truth = judgeAll(model.values(), market)
        const found = table.findLiquidatable(ratioJudge, market)
        expect(new Set(found.map((one) => one.account))).toEqual(new Set(truth.liquidatable.map((one) => one.account)))
        const factors = found.map(({ health }) => health.healthFactor as bigint)
        expect(factors).toEqual([...factors].sort((a, b) => (a < b ? -1 : 1)))
        expect(table.count(ratioJudge, market)).toEqual(truth.count)
      }
    }),
    { numRuns: 200 },
  )
})

it('misses no account while prices drift and accounts change between two screens', () => {
  // Health factors from 0.95 to 1.45 at the first prices.
  const tight = fc
    .record({
      index: fc.nat(40),
      from: fc.nat(5),
      to: fc.nat(5),
      supplied: fc.bigInt(1n, 10n ** 24n),
      percent: fc.nat(50),
    })
    .map((one) => (market: Market) => {
      const collateral = { reserve: one.from, supplied: one.supplied, isCollateral: true, borrowed: 0n }
      const debt = { reserve: one.to, supplied: 0n, isCollateral: false, borrowed: one.supplied }
      const { healthFactor } = ratioJudge.computeHealth(market, toAccount(0, [collateral, debt]))
      const borrowed = 1n + (one.supplied * (healthFactor ?? 0n) * 100n) / (wad * BigInt(95 + one.percent))
      return toAccount(one.index, [collateral, { ...debt, borrowed }])
    })
  const change = fc.oneof(
    tight.map((make) => ({ kind: 'set', make }) as const),
    fc.nat(40).map((index) => ({ kind: 'delete', address: toAccount(index, []).address }) as const),
    // From no change to one that needs a full screen.
    fc.record({
      kind: fc.constant('move' as const),
      reserve: fc.nat(5),
      permille: fc.integer({ min: 900, max: 1_100 }),
    }),
  )
  const all = fc.array(tight, { minLength: 20, maxLength: 60 })
  fc.assert(
    fc.property(all, prices, fc.array(change, { minLength: 5, maxLength: 40 }), (makers, start, changes) => {
      const table = createPositionTable()
      for (const make of makers) table.set(make(toMarket(start)))
      const now = [...start]
      for (const step of changes) {
        if (step.kind === 'set') table.set(step.make(toMarket(start)))
        else if (step.kind === 'delete') table.delete(step.address)
        else now[step.reserve] = ((now[step.reserve] ?? 0n) * BigInt(step.permille)) / 1_000n + 1n
        const market = toMarket(now)
        const found = table.findLiquidatable(ratioJudge, market).map((one) => one.account.address)
        const truth = judgeAll(table.accounts(), market).liquidatable.map((one) => one.account.address)
        expect([...found].sort()).toEqual([...truth].sort())
      }
    }),
    { numRuns: 200 },
  )
})

it('decides accounts that are one base unit from a threshold', () => {
  const market = toMarket([3n * 10n ** 21n + 7n, wad + 1n])
  const table = createPositionTable()
  let index = 0
  for (const tenths of [10n, 12n])
    for (const supplied of [10n ** 4n, 10n ** 9n, 10n ** 14n, wad, 10n ** 24n])
      for (let off = -40n; off <= 40n; off += 1n) {
        const collateral = { reserve: 0, supplied, isCollateral: true, borrowed: 0n }
        const { collateralValue } = ratioJudge.computeHealth(market, toAccount(0, [collateral]))
        // The debt at which the health factor is 1 or 1.2, and the nearest debts that 18 decimals distinguish.
        const debt = (((collateralValue * 6n) / tenths) * wad) / (wad + 1n)
        const borrowed = debt + off * (1n + debt / wad)
        if (borrowed <= 0n) continue
        index += 1
        table.set(toAccount(index, [collateral, { reserve: 1, supplied: 0n, isCollateral: false, borrowed }]))
      }
  const truth = judgeAll(table.accounts(), market)
  expect(truth.count.liquidatable).toBeGreaterThan(50)
  expect(truth.count.atRisk).toBeGreaterThan(100)
  expect(truth.count.total - truth.count.atRisk - truth.count.liquidatable).toBeGreaterThan(50)
  expect(table.count(ratioJudge, market)).toEqual(truth.count)
  expect(table.findLiquidatable(ratioJudge, market)).toHaveLength(truth.count.liquidatable)
})

it('uses the exact arithmetic only if floating point cannot decide', () => {
  const table = createPositionTable()
  for (let index = 0; index < 1_000; index += 1)
    table.set(
      toAccount(index, [
        { reserve: 0, supplied: 11n * wad, isCollateral: true, borrowed: 0n },
        { reserve: 1, supplied: 0n, isCollateral: false, borrowed: wad * BigInt(1 + (index % 5)) },
      ]),
    )
  let asked = 0
  const judge = {
    ...ratioJudge,
    computeHealth: (...parameters: Parameters<typeof ratioJudge.computeHealth>) => {
      asked += 1
      return ratioJudge.computeHealth(...parameters)
    },
  }
  table.count(judge, toMarket([wad, wad]))
  expect(table.findLiquidatable(judge, toMarket([wad, wad]))).toEqual([])
  expect(asked).toBe(0)
  expect(table.findLiquidatable(judge, toMarket([wad, 2n * wad]))).toHaveLength(400)
  expect(asked).toBe(400)
})

const owes = ({ borrowed, stable }: Entry) => borrowed > 0n || (stable?.principal ?? 0n) > 0n
