import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { createTickCase, toEmptyPool } from '../fixtures/tickTrials.ts'
import type { TickPool } from '../poolState.ts'
import { changeLiquidity } from './changeLiquidity.ts'
import { createTickQuoter } from './math.ts'
import { maxTick, priceLimits, toSqrtPrice, toTick } from './mathTicks.ts'
import { tickKind } from './tickKind.ts'

const pools = Array.from({ length: 60 }, (_, seed) => createTickCase('uniswap_v3', seed + 1, 40).pool as TickPool)
const [a, b] = (pools[0] as TickPool).tokens as readonly [Hex, Hex]
const amounts = Array.from({ length: 36 }, (_, index) => 7n * 10n ** BigInt(index))

/** The state that a read of ticks `from` to `to` would return. */
function clip(pool: TickPool, from: number, to: number): TickPool {
  return { ...pool, from, to, ticks: pool.ticks.filter(({ tick }) => tick >= from && tick <= to) }
}

test('the tick of a price is the greatest tick whose price is not above it', () => {
  const ticks = [-maxTick, -maxTick + 1, -500_001, -200_000, -1, 0, 1, 60, 199_999, 500_000, maxTick - 1]
  for (const tick of ticks) {
    const price = toSqrtPrice(tick)
    expect(toTick(price)).toBe(tick)
    expect(toTick(price + 1n)).toBe(toSqrtPrice(tick + 1) === price + 1n ? tick + 1 : tick)
    if (tick > -maxTick) expect(toTick(price - 1n)).toBe(tick - 1)
  }
  expect(toTick(priceLimits.highest)).toBe(maxTick - 1)
})

test('a swap beyond the ticks that were read has no quote, all others have the same quote', () => {
  let [known, unknown] = [0, 0]
  for (const [index, pool] of pools.entries()) {
    const reach = pool.tickSpacing * (1 + index * 40)
    const clipped = clip(pool, pool.tick - reach, pool.tick + reach)
    for (const amount of amounts)
      for (const [tokenIn, tokenOut] of [[a, b] as const, [b, a] as const]) {
        const found = tickKind.swap(clipped, tokenIn, tokenOut, amount)
        if (found === null) unknown += 1
        else {
          const { amountOut, next } = tickKind.swap(pool, tokenIn, tokenOut, amount) ?? {}
          known += 1
          expect(found.amountOut).toBe(amountOut)
          expect([found.next.sqrtPriceX96, found.next.tick, found.next.liquidity]).toEqual([
            ...[next?.sqrtPriceX96, next?.tick, next?.liquidity],
          ])
        }
      }
  }
  expect(known).toBeGreaterThan(300)
  expect(unknown).toBeGreaterThan(300)
})

test('a price outside the ticks that were read has no quote in either direction', () => {
  const [pool] = pools as [TickPool]
  for (const [from, to] of [
    [pool.tick + 2, maxTick],
    [-maxTick, pool.tick - 2],
  ] as const) {
    const state = clip(pool, from, to)
    const quotes = [true, false].map((isZeroForOne) => createTickQuoter(state, isZeroForOne).quote(10n ** 9n))
    expect(quotes).toEqual([null, null])
  }
})

test('adding and removing a position restores the pool, also if positions share ticks', () => {
  for (const pool of pools) {
    const [low, high] = [pool.ticks[0], pool.ticks.at(-1)]
    if (low === undefined || high === undefined || low.tick - 2 * pool.tickSpacing < -maxTick) continue
    for (const [from, to] of [
      [low.tick, high.tick],
      [low.tick - pool.tickSpacing, high.tick],
      [low.tick - 2 * pool.tickSpacing, low.tick - pool.tickSpacing],
    ] as const) {
      const added = changeLiquidity(pool, from, to, 12_345n)
      expect(added).not.toEqual(pool)
      expect(added === 'unknown' ? added : changeLiquidity(added, from, to, -12_345n)).toEqual(pool)
    }
    // More than all positions at the tick together.
    expect(changeLiquidity(pool, low.tick, high.tick, -(10n ** 30n))).toBe('unknown')
  }
})

test('a tick whose positions cancel stays initialized', () => {
  const pool = clip(toEmptyPool('uniswap_v3', { fee: 500, tickSpacing: 10 }) as TickPool, -1_000, 1_000)
  const first = changeLiquidity({ ...pool, sqrtPriceX96: toSqrtPrice(0) }, -100, 50, 10n ** 18n) as TickPool
  const both = changeLiquidity(first, 50, 100, 10n ** 18n) as TickPool
  expect(both.ticks.find(({ tick }) => tick === 50)).toEqual({
    tick: 50,
    liquidityNet: 0n,
    liquidityGross: 2n * 10n ** 18n,
  })
  const left = changeLiquidity(both, -100, 50, -(10n ** 18n)) as TickPool
  expect(left.ticks.map(({ tick, liquidityNet }) => [tick, liquidityNet])).toEqual([
    [50, 10n ** 18n],
    [100, -(10n ** 18n)],
  ])
})

test('the rate equals that of a small swap, or of the first liquidity beyond the price', () => {
  let compared = 0
  for (const pool of pools) {
    const small = (pool.liquidity << 96n) / pool.sqrtPriceX96 / 10n ** 7n
    const amountOut = tickKind.quote(pool, a, b, small)
    if (amountOut === null || amountOut < 10n ** 9n || small < 10n ** 9n) continue
    compared += 1
    expect(tickKind.toRate(pool, a, b) / (Number(amountOut) / Number(small))).toBeCloseTo(1, 5)
  }
  expect(compared).toBeGreaterThan(3)
  const [pool] = pools as [TickPool]
  expect(tickKind.toRate({ ...pool, liquidity: 0n, ticks: [] }, a, b)).toBe(0)
  expect(tickKind.toRate(pool, a, a)).toBe(0)
})

test('a malformed log makes the state unknown', () => {
  const [pool] = pools as [TickPool]
  const [word, notHex] = [`0x${'0'.repeat(64)}`, `0x${'z'.repeat(64)}`] as const
  for (const topic of tickKind.topics)
    for (const data of ['0x', '0x00', `${notHex}${'z'.repeat(640)}`] as const)
      expect(tickKind.applyLog(pool, { address: pool.address, topics: [topic, word, word, word], data })).toBe(
        'unknown',
      )
  const mint = tickKind.topics[2] as Hex
  const data = `0x${'0'.repeat(63 + 64)}1` as const
  for (const topics of [[mint], [mint, word, notHex, word], [mint, word, '0x', word]] as const)
    expect(tickKind.applyLog(pool, { address: pool.address, topics, data })).toBe('unknown')
})

test('an impossible state does not throw', () => {
  const [pool] = pools as [TickPool]
  const states = [{ tickSpacing: 0 }, { fee: 1_000_000 }, { sqrtPriceX96: 0n }, { liquidity: 0n, ticks: [] }] as const
  for (const wrong of states) expect(tickKind.swap({ ...pool, ...wrong }, a, b, 10n ** 12n)).toBeNull()
})
