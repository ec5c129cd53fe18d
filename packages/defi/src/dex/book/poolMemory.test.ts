import { type Address, type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import type { PoolState } from '../poolState.ts'
import { createKeptPools } from './keptPools.ts'
import type { KnownPool } from './knownPool.ts'
import { createPoolCatalog } from './poolCatalog.ts'
import { createPoolProof, isSameState } from './poolProof.ts'
import { selectDue } from './readDuePools.ts'

const toId = (index: number): Hex => numberToHex(index, { size: 20 })
const toPair = (index: number, tokens: readonly Address[] = [toId(900), toId(901)]): KnownPool => ({
  kind: 'pair',
  id: toId(index),
  address: toId(index),
  dex: 'one',
  tokens,
  fee: 3_000,
})
const toTicks = (index: number, tickSpacing: number): KnownPool =>
  ({ ...toPair(index), kind: 'ticks', tickSpacing }) as KnownPool
const toState = (index: number, reserve0: bigint): PoolState =>
  ({ ...toPair(index), reserve0, reserve1: 1n }) as PoolState

it('evicts pools touched longest ago, and requested ones last', () => {
  const kept = createKeptPools(3)
  kept.request(toId(1))
  for (const index of [2, 3, 4]) kept.touch(toId(index))
  kept.touch(toId(2))
  expect(kept.evict()).toEqual([toId(3)])
  kept.request(toId(5))
  kept.request(toId(6))
  expect(kept.evict()).toEqual([toId(4), toId(2)])
  kept.touch(toId(1))
  kept.request(toId(7))
  expect(kept.evict()).toEqual([toId(5)])
  expect([...kept.ids()]).toEqual([toId(6), toId(1), toId(7)])
  expect(new Set(kept.takeChanged())).toEqual(new Set([1, 2, 3, 4, 5, 6, 7].map(toId)))
  expect(kept.takeChanged()).toEqual([])
})

it('forgets pools without a kept state first', () => {
  const held = new Set([toId(1)])
  const catalog = createPoolCatalog({ maxKnown: 3, isKept: (id) => held.has(id) })
  catalog.add([1, 2, 3].map((index) => toPair(index)))
  catalog.touch(toId(2))
  catalog.add([toPair(4), toPair(4)])
  expect([1, 2, 3, 4].map((index) => catalog.get(toId(index)) !== undefined)).toEqual([true, true, false, true])
  expect(catalog).toMatchObject({ size: 3, evicted: 1 })
  expect(catalog.byTokens(toId(901), toId(900)).map(({ id }) => id)).toEqual([toId(1), toId(2), toId(4)])
  catalog.remove([toId(1), toId(2), toId(4)])
  expect(catalog.byTokens(toId(900), toId(901))).toEqual([])
})

it('finds the pool of a log only if that pool’s contract emitted it', () => {
  const catalog = createPoolCatalog({ maxKnown: 9, isKept: () => false })
  const [manager, id] = [toId(50), numberToHex(7, { size: 32 })]
  const v4 = { ...toTicks(1, 60), kind: 'v4', id, address: manager, hooks: toId(0) } as KnownPool
  catalog.add([toPair(2), v4])
  const toLog = (address: Hex, ...topics: Hex[]) => ({ address, topics: ['0x00' as Hex, ...topics], data: '0x' as Hex })
  expect(catalog.find(toLog(toId(2)))?.id).toBe(toId(2))
  expect(catalog.find(toLog(manager, id))?.id).toBe(id)
  expect(catalog.find(toLog(toId(51), id))).toBeUndefined()
  expect(catalog.find(toLog(manager, numberToHex(2, { size: 32 })))).toBeUndefined()
})

it('selects as many pools as the remaining calls permit', () => {
  const due = [toTicks(1, 60), toTicks(2, 60), toTicks(3, 1), toPair(4)].map((pool) => ({
    pool,
    known: null,
    tick: undefined,
  }))
  const how = (rounds: number, readsPerRound: number) =>
    selectDue(due, { rounds, readsPerRound }).map(({ pool, how: one }) => `${Number(pool.id)} ${one}`)
  expect(how(2, 1_000)).toEqual(['1 wholeBitmap', '2 wholeBitmap', '3 price', '4 state'])
  expect(how(2, 200)).toEqual(['1 wholeBitmap', '2 price', '3 price', '4 state'])
  expect(how(1, 1_000)).toEqual(['1 price', '2 price', '3 price', '4 state'])
  expect(how(1, 2)).toEqual(['1 price', '2 price'])
  const priced = due.map((one) => ({ ...one, tick: 5 }))
  expect(selectDue(priced, { rounds: 1, readsPerRound: 1_000 }).map(({ pool }) => Number(pool.id))).toEqual([4])
  expect(selectDue(priced, { rounds: 2, readsPerRound: 60 }).map(({ pool }) => Number(pool.id))).toEqual([1, 2])
})

it('repairs a pool that differs at two blocks in a row, and compares all pools in turn', () => {
  const proof = createPoolProof({ interval: 10n, poolsPerProof: 2 })
  const ids = () => [1, 2, 3].map(toId)
  const ours = (id: Hex) => toState(Number(id), 5n)
  const said = (index: number, reserve: bigint) => new Map([[toId(index), toState(index, reserve)]])
  expect(proof.select(100n, ids)).toEqual([toId(1), toId(2)])
  expect(proof.compare(100n, ours, said(1, 6n)).size).toBe(0)
  expect(proof.select(101n, ids)).toEqual([toId(1)])
  expect(proof.compare(101n, ours, said(1, 5n)).size).toBe(0)
  expect(proof.select(102n, ids)).toEqual([])
  expect(proof.select(111n, ids)).toEqual([toId(3)])
  expect(proof.compare(111n, ours, said(3, 7n)).size).toBe(0)
  expect(proof.compare(112n, ours, said(3, 7n))).toEqual(said(3, 7n))
  expect(proof).toMatchObject({ compared: 4, repaired: 1, blockNumber: 112n })
})

it('compares the ticks that both states cover', () => {
  const toTickState = (from: number, to: number, ticks: readonly number[], liquidity = 1n) =>
    ({
      ...toTicks(1, 10),
      sqrtPriceX96: 1n,
      tick: 0,
      liquidity,
      from,
      to,
      ticks: ticks.map((tick) => ({ tick, liquidityNet: 1n, liquidityGross: 1n })),
    }) as PoolState
  expect(isSameState(toTickState(-50, 50, [-40, 40]), toTickState(-20, 60, [40, 60]))).toBe(true)
  expect(isSameState(toTickState(-50, 50, [-40, 40]), toTickState(-50, 60, [40, 60]))).toBe(false)
  expect(isSameState(toTickState(-50, 50, []), toTickState(-50, 50, [], 2n))).toBe(false)
  expect(isSameState(toState(1, 1n), toState(1, 2n))).toBe(false)
})
