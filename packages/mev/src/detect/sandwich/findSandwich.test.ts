import { expect, it } from 'vitest'
import { toAddress, toPair } from '../../fixtures/pools.ts'
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
