import { createUniform } from '@outrigger/devnet/random'
import { expect, it } from 'vitest'
import { toAddress, toPair, toTickPool } from '../../fixtures/pools.ts'
import type { ResolvedSwap } from '../../sizing/playSwap.ts'
import { noTaxes } from '../../sizing/tokenTaxes.ts'
import { toPoolSnapshot } from '../../view/poolSnapshot.ts'
import { createPoolView } from '../../view/poolView.ts'
import { findSandwich } from './findSandwich.ts'

const even = 10n ** 21n
const tokens = Array.from({ length: 9 }, (_, index) => toAddress(index + 1))
const pools = tokens.slice(1).map((next, index) => toPair(index, [tokens[index] ?? next, next], [even, even]))
const hops = pools.map(({ id: pool }, index) => ({
  pool,
  tokenIn: tokens[index] ?? '0x',
  tokenOut: tokens[index + 1] ?? '0x',
}))
const victim: ResolvedSwap = { hops, exact: 'in', amountIn: even / 50n, amountOut: 1n, isTaxAware: false }
const context = {
  native: tokens[0] ?? '0x',
  taxes: noTaxes,
  minProfit: 1n,
  cost: { gasPrice: 10n ** 9n, builderBidBps: 0 },
}

/** Returns the sandwich and the number of pool state reads. */
function find(victims: readonly ResolvedSwap[]) {
  const snapshot = toPoolSnapshot(pools, 5n)
  let reads = 0
  const get: typeof snapshot.get = (id) => {
    reads += 1
    return snapshot.get(id)
  }
  return { sandwich: findSandwich(context, createPoolView({ ...snapshot, get }), victims), reads: () => reads }
}

it('handles a path of eight pools and skips victims with a hundred pools', () => {
  const one = find([victim])
  expect(one.sandwich?.netProfit).toBeGreaterThan(0n)
  const many = find(Array.from({ length: 13 }, () => victim))
  expect([many.sandwich, many.reads()]).toEqual([null, 0])
})

/** Pools whose liquidity is deep around the price and a hundredth of that beyond. */
function toNarrowPool(index: number) {
  const pool = toTickPool(index, [toAddress(1), toAddress(2)], 1, createUniform(index), { positions: 0 })
  const [low, high] = [-pool.tickSpacing, pool.tickSpacing]
  const deep = pool.liquidity * 100n
  const position = { liquidityGross: deep }
  const around = [
    { tick: low, liquidityNet: deep, ...position },
    { tick: high, liquidityNet: -deep, ...position },
  ]
  const ticks = [...pool.ticks, ...around].sort((a, b) => a.tick - b.tick)
  return { ...pool, liquidity: pool.liquidity + deep, ticks }
}

it('finds a sandwich at any minimum below its profit, also where liquidity ends at the next tick', () => {
  let found = 0
  for (let index = 0; index < 60; index++) {
    const pool = index % 2 === 0 ? toNarrowPool(index) : toPair(index, [toAddress(1), toAddress(2)], [even, even])
    const view = createPoolView(toPoolSnapshot([pool], 5n))
    const amountIn = even / BigInt(1 + index)
    const hop = { pool: pool.id, tokenIn: toAddress(1), tokenOut: toAddress(2) }
    const swap = { ...victim, hops: [hop], amountIn, amountOut: (amountIn * BigInt(20 + index)) / 100n }
    const sandwich = findSandwich(context, view, [swap])
    if (sandwich === null) continue
    found += 1
    expect(findSandwich({ ...context, minProfit: sandwich.netProfit }, view, [swap])).toEqual(sandwich)
  }
  expect(found).toBeGreaterThan(20)
})
