import { expect, test } from 'vitest'
import { tokens } from '../contracts/addresses.ts'
import { pools } from '../contracts/pools.ts'
import { createRandom } from '../random.ts'
import { computeAmountOut, computeDeviation, computeSwap, type MarketPool, maxTradeUsd } from './market.ts'
import { planSwap } from './swapPlan.ts'

const pool = pools.find(({ venue }) => venue === 'uniswapV2')
const usdc = 6_000_000n * 10n ** 6n
const weth = 2_000n * 10n ** 18n
const marketPool = (etherUsd: number, reserves: readonly [bigint, bigint] = [usdc, weth]): MarketPool => ({
  pool: pool as NonNullable<typeof pool>,
  tokens: [tokens.USDC, { ...tokens.WETH, priceUsd: etherUsd }],
  reserves,
  feePips: 3000,
})

test('the output matches UniswapV2Library.getAmountOut', () => {
  // 1 WETH into 2000 WETH / 6M USDC: 997 · 6e12 / (2000 · 1000 + 997) in units of 1e-6 USDC.
  expect(computeAmountOut(10n ** 18n, weth, usdc, 3000)).toBe((997n * usdc) / (2000n * 1000n + 997n))
})

test('the deviation is the distance from the feed', () => {
  expect(computeDeviation(marketPool(3000))).toBeCloseTo(0)
  expect(computeDeviation(marketPool(3300))).toBeCloseTo(Math.log(1.1))
})

test('random swaps bring a pool to the feed and keep it near', () => {
  const random = createRandom(4)
  let reserves: readonly [bigint, bigint] = [usdc, weth]
  const play = (etherUsd: number, swaps: number): number[] =>
    Array.from({ length: swaps }, () => {
      const market = marketPool(etherUsd, reserves)
      const swap = computeSwap([market], planSwap(random))
      if (swap === undefined) return Number.NaN
      const isFirstIn = swap.tokenIn.symbol === 'USDC'
      const [reserveIn, reserveOut] = isFirstIn ? reserves : [reserves[1], reserves[0]]
      const out = computeAmountOut(swap.amountIn, reserveIn, reserveOut, 3000)
      expect(swap.minAmountOut).toBeLessThan(out)
      reserves = isFirstIn
        ? [reserveIn + swap.amountIn, reserveOut - out]
        : [reserveOut - out, reserveIn + swap.amountIn]
      return Math.abs(computeDeviation(marketPool(etherUsd, reserves)))
    })
  const calm = play(3000, 500)
  expect(Math.max(...calm)).toBeLessThan(0.03)
  const afterFall = play(2600, 500)
  expect(afterFall[0]).toBeGreaterThan(0.1)
  expect(Math.max(...afterFall.slice(60))).toBeLessThan(0.03)
})

test('no trade exceeds the supply of an account', () => {
  const swap = computeSwap([marketPool(300)], { pool: 0, side: 0.99, sizeBps: 9000, slippageBps: 50 })
  expect(swap?.tokenIn.symbol).toBe('WETH')
  expect((Number(swap?.amountIn) / 1e18) * 300).toBeCloseTo(maxTradeUsd)
  expect(computeSwap([], { pool: 0, side: 0, sizeBps: 1, slippageBps: 1 })).toBeUndefined()
})
