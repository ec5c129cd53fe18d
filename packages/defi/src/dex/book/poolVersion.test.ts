import fc from 'fast-check'
import { type Address, type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import type { PoolState } from '../poolState.ts'
import { toSnapshot } from './poolSnapshot.ts'
import { emptyVersion, toNextVersion } from './poolVersion.ts'

const toAddress = (index: number): Address => numberToHex(index + 1, { size: 20 })
const tokens = Array.from({ length: 6 }, (_, index) => toAddress(index))

/** Pools of two or three tokens out of a fixed set. */
function toPool(index: number, reserve: number): PoolState {
  const id = toAddress(1_000 + index)
  const own = [index % 6, (index * 5 + 1) % 6, ...(index % 4 === 0 ? [(index + 3) % 6] : [])].map(
    (at) => tokens[at] as Address,
  )
  const state = { id, dex: 'uniswap_v2', address: id, tokens: own, kind: 'pair', fee: 3_000 } as const
  return { ...state, reserve0: BigInt(reserve), reserve1: 1n }
}

const change = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.option(fc.nat()))

it('lists the same pools of tokens in every version as a search of all pools', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 25 }), (steps) => {
      let version = emptyVersion
      const model = new Map<Hex, PoolState>()
      const kept: (readonly [typeof version, readonly PoolState[]])[] = []
      for (const step of steps) {
        const changes = new Map(
          step.map(([index, reserve]): [Hex, PoolState | null] => [
            toPool(index, 0).id,
            reserve === null ? null : toPool(index, reserve),
          ]),
        )
        version = toNextVersion(version, changes)
        for (const [id, state] of changes)
          if (state) model.set(id, state)
          else model.delete(id)
        kept.push([version, [...model.values()]])
      }
      for (const [one, pools] of kept) expectSame(toSnapshot(null, one), pools)
    }),
    { seed: 11, numRuns: 200 },
  )
})

function expectSame(snapshot: ReturnType<typeof toSnapshot>, pools: readonly PoolState[]): void {
  const sort = (states: readonly PoolState[]) => [...states].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(snapshot.size).toBe(pools.length)
  expect(sort([...snapshot.values()])).toEqual(sort(pools))
  for (const a of tokens) {
    const own = pools.filter((pool) => pool.tokens.includes(a) && new Set(pool.tokens).size > 1)
    expect(sort(snapshot.byToken(a))).toEqual(sort(own))
    const others = new Set(own.flatMap((pool) => pool.tokens.filter((token) => token !== a)))
    expect([...snapshot.neighbours(a)].sort()).toEqual([...others].sort())
    for (const b of tokens) {
      if (a === b) continue
      const trades = (c: Address) => pools.some((pool) => c !== b && pool.tokens.includes(c) && pool.tokens.includes(b))
      const leading = own.filter((pool) => pool.tokens.some((c) => c !== a && c !== b && trades(c)))
      expect(sort(snapshot.bridges(a, b))).toEqual(sort(leading))
    }
    for (const b of others) {
      const both = own.filter((pool) => pool.tokens.includes(b))
      expect(sort(snapshot.byTokens(b, a))).toEqual(sort(both))
    }
  }
}
