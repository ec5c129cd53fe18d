import { encodeAbiParameters, type Hex, numberToHex, parseAbiParameters, toEventSelector } from 'viem'
import { expect, it } from 'vitest'
import type { PoolLog } from '../poolKind.ts'
import type { PoolState } from '../poolState.ts'
import { computeStep } from './computeStep.ts'
import type { KnownPool } from './knownPool.ts'

const [a, b, factory] = [1, 2, 3].map((index) => numberToHex(index, { size: 20 })) as [Hex, Hex, Hex]
const toId = (index: number): Hex => numberToHex(100 + index, { size: 20 })
const pair: KnownPool = { kind: 'pair', id: toId(0), address: toId(0), dex: 'one', tokens: [a, b], fee: 3_000 }
const ticks: KnownPool = {
  kind: 'ticks',
  id: toId(1),
  address: toId(1),
  dex: 'two',
  tokens: [a, b],
  fee: 500,
  tickSpacing: 10,
}
const created: KnownPool = { ...pair, id: toId(2), address: toId(2) }

const words = (...values: readonly bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'int256' })),
    values,
  )
const toLog = (address: Hex, event: string, data: Hex, ...topics: Hex[]): PoolLog => ({
  address,
  topics: [toEventSelector(event), ...topics],
  data,
})
const sync = (address: Hex, one: bigint, other: bigint) => toLog(address, 'Sync(uint112,uint112)', words(one, other))
const swap = (tick: bigint) =>
  toLog(ticks.address, 'Swap(address,address,int256,int256,uint160,uint128,int24)', words(1n, -1n, 1n << 96n, 7n, tick))
const initialize = toLog(ticks.address, 'Initialize(uint160,int24)', words(1n << 96n, 0n))
const mint = toLog(
  ticks.address,
  'Mint(address,address,int24,int24,uint128,uint256,uint256)',
  encodeAbiParameters(parseAbiParameters('address,uint128,uint256,uint256'), [a, 5n, 1n, 1n]),
  ...[numberToHex(1, { size: 32 }), numberToHex(-20n & ((1n << 256n) - 1n)), numberToHex(20, { size: 32 })],
)

function step(logs: readonly PoolLog[], states: readonly PoolState[] = []) {
  return computeStep(logs, {
    find: ({ address }) => [pair, ticks].find((one) => one.address === address),
    getState: (id) => states.find((one) => one.id === id) ?? null,
    toNewPool: ({ address }) => (address === factory ? created : null),
  })
}

it('knows a pair from any first log, but a pool with ticks only from its initialization', () => {
  expect(step([sync(pair.address, 5n, 6n)]).changes.get(pair.id)).toEqual({ ...pair, reserve0: 5n, reserve1: 6n })
  expect(step([swap(33n)])).toMatchObject({ touched: [ticks.id], changes: new Map([[ticks.id, null]]) })
  // The tick of its price determines what to read.
  expect(step([swap(33n)]).ticks).toEqual(new Map([[ticks.id, 33]]))
  expect(step([mint]).ticks).toEqual(new Map())
  expect(step([mint, swap(33n)]).changes.get(ticks.id)).toBeNull()
  expect(step([initialize, mint]).changes.get(ticks.id)).toMatchObject({
    tick: 0,
    liquidity: 5n,
    ticks: [{ tick: -20 }, { tick: 20 }],
  })
})

it('applies logs in order, and those of a new pool after its creation', () => {
  const made = toLog(factory, 'PairCreated(address,address,address,uint256)', '0x')
  const after = step([sync(created.address, 1n, 1n), made, sync(created.address, 2n, 3n), sync(pair.address, 1n, 2n)])
  expect(after.created).toEqual([created])
  expect(after.touched).toEqual([created.id, pair.id])
  expect(after.changes.get(created.id)).toMatchObject({ reserve0: 2n, reserve1: 3n })
  const twice = step([sync(pair.address, 1n, 2n), sync(pair.address, 3n, 4n)])
  expect(twice.changes.get(pair.id)).toMatchObject({ reserve0: 3n, reserve1: 4n })
})

it('marks a pool as unread after an unusable log, until a log reports its full state', () => {
  const state: PoolState = { ...pair, reserve0: 9n, reserve1: 9n }
  const broken = { ...sync(pair.address, 1n, 1n), data: '0x01' } as const
  expect(step([broken], [state]).changes.get(pair.id)).toBeNull()
  expect(step([broken, sync(pair.address, 3n, 4n)], [state]).changes.get(pair.id)).toMatchObject({ reserve0: 3n })
  expect(step([sync(toId(77), 1n, 1n)])).toEqual({ created: [], touched: [], changes: new Map(), ticks: new Map() })
})
