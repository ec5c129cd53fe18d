import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { dexFactories } from '@outrigger/calldata'
import { type Address, encodeAbiParameters, type Hex, numberToHex, toEventSelector } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import type { PoolState } from '../poolState.ts'
import type { KnownPool } from './knownPool.ts'
import { createPoolParts, type PoolParts } from './poolParts.ts'
import { toSnapshot } from './poolSnapshot.ts'

const poolCount = 100_000
const tokenCount = 30_000
const ticksPerPool = 24
const blocks = 200
const logsPerBlock = 500
const sync = toEventSelector('Sync(uint112,uint112)')
const chain = 'ethereum'
const toAddress = (index: number): Address => numberToHex(0x1000000000000 + index, { size: 20 })
const toPoolAddress = (index: number): Address => toAddress(1_000_000 + index)

/** Two of five pools trade against one token. One of four has ticks. */
function toPool(index: number): KnownPool {
  const [a, b] = [toAddress(index % 5 < 2 ? 0 : index % tokenCount), toAddress(1 + ((index * 7) % tokenCount))]
  const tokens = a < b ? [a, b] : [b, a]
  const shared = { id: toPoolAddress(index), address: toPoolAddress(index), tokens }
  return index % 4 === 0
    ? { ...shared, dex: 'uniswap_v3', kind: 'ticks', fee: 3_000, tickSpacing: 60 }
    : { ...shared, dex: 'uniswap_v2', kind: 'pair', fee: 3_000 }
}

/** Yields pools one by one like a search, so that nothing else references them. */
function* toPools(): Iterable<KnownPool> {
  for (let index = 0; index < poolCount; index += 1) yield toPool(index)
}

function toState(pool: KnownPool, index: number): PoolState {
  const amount = 10n ** 18n + BigInt(index)
  if (pool.kind !== 'ticks') return { ...pool, reserve0: amount, reserve1: 2n * amount } as PoolState
  const ticks = Array.from({ length: ticksPerPool }, (_, at) => ({
    tick: 60 * (at - ticksPerPool / 2),
    liquidityNet: amount + BigInt(at),
    liquidityGross: amount + BigInt(at),
  }))
  return { ...pool, sqrtPriceX96: 1n << 96n, tick: index % 60, liquidity: amount, ticks, from: -15_360, to: 15_300 }
}

function toLogs(block: number): readonly PoolLog[] {
  return Array.from({ length: logsPerBlock }, (_, at) => {
    const index = (block * 7_919 + at * 104_729) % poolCount
    const data = encodeAbiParameters([{ type: 'uint112' }, { type: 'uint112' }], [BigInt(block + 1), BigInt(at + 1)])
    return { address: toPoolAddress(index % 4 === 0 ? index + 1 : index), topics: [sync] as readonly Hex[], data }
  })
}

const toBlock = (block: number) => ({
  number: BigInt(block),
  hash: numberToHex(block, { size: 32 }),
  timestamp: BigInt(block),
})

function measureMemory() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return (): number => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
}

/** The cost of each block, including its snapshot, compared with copying every state. */
function timeBlocks({ tracker, history }: PoolParts) {
  const logs = Array.from({ length: blocks }, (_, block) => toLogs(block))
  const all = new Map([...history.version.states.values()].map((state) => [state.id, state]))
  const snapshots: object[] = []
  let [blockMs, copyMs] = [0, 0]
  for (let block = 0; block < blocks; block += 1) {
    const startedAt = performance.now()
    tracker.apply(toBlock(block + 2), logs[block] ?? [])
    snapshots.push(toSnapshot(history.block, history.version))
    const appliedAt = performance.now()
    snapshots.push(new Map(all))
    copyMs += performance.now() - appliedAt
    blockMs += appliedAt - startedAt
    snapshots.length = 0
  }
  return { blockMs: blockMs / blocks, copyMs: copyMs / blocks }
}

async function run() {
  const heap = measureMemory()
  const empty = heap()
  const settings = {
    chain,
    dexes: dexFactories,
    contracts: [],
    maxKnown: 2 * poolCount,
    proofInterval: 10n,
    searchHistory: true,
  } as const
  const parts = createPoolParts({ ...settings, maxPools: poolCount })
  const { catalog, tracker, history } = parts
  catalog.add(toPools())
  const known = heap() - empty
  tracker.apply(toBlock(1), [])
  for (let index = 0; index < poolCount; index += 1) tracker.request(toPoolAddress(index))
  const nothing = { ticks: new Map(), unanswered: [], misplaced: [] }
  for (let from = 0; from < poolCount; from += 1_000) {
    const indices = Array.from({ length: 1_000 }, (_, at) => from + at)
    const states = new Map(indices.map((index) => [toPoolAddress(index), toState(toPool(index), index)] as const))
    tracker.applyReading({ ...nothing, states })
  }
  const loaded = heap() - empty
  const { blockMs, copyMs } = timeBlocks(parts)
  const followed = heap() - empty
  if (history.version.states.size !== poolCount || catalog.size !== poolCount) throw new TypeError('Pools are missing.')
  return [
    { name: `${poolCount.toLocaleString('en')} pools by name`, value: known, unit: 'MiB', bar: { atMost: 1_024 } },
    { name: 'the same with a state each', value: loaded, unit: 'MiB', bar: { atMost: 1_024 } },
    { name: `the same after ${blocks} blocks`, value: followed, unit: 'MiB', bar: { atMost: 1_024 } },
    { name: `block of ${logsPerBlock} logs, with a snapshot`, value: blockMs, unit: 'ms' },
    { name: 'times faster than copying every state', value: copyMs / blockMs, unit: 'x', bar: { atLeast: 1 } },
  ]
}

/** A book with as many pools as are traded on the largest chains. */
export const suite = { name: 'pools', run }
