import { type Hex, toEventSelector } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { applyPoolLog } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import { maxTick } from '../uniswapV3/mathTicks.ts'
import type { KnownPool } from './knownPool.ts'

/** The knowledge of a book before a block. */
type StepContext = {
  readonly find: (log: PoolLog) => KnownPool | undefined
  readonly getState: (id: Hex) => PoolState | null
  /** Returns the pool that a factory's log reports. `logs` are all logs of its block. */
  readonly toNewPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | null
}

/** The changes that the logs of a block report. */
export type Step = {
  /** New pools. */
  readonly created: readonly KnownPool[]
  /** Every known pool with a log, in the order of the first log. */
  readonly touched: readonly Hex[]
  /** New states. Null if the pool must be read from its contract. */
  readonly changes: ReadonlyMap<Hex, PoolState | null>
  /** Ticks of pools that are still to be read. They determine which ticks to read. */
  readonly ticks: ReadonlyMap<Hex, number>
}

/** Events that report a pool's full state. */
const sync = toEventSelector('Sync(uint112,uint112)')
const initialize = toEventSelector('Initialize(uint160,int24)')
const initializeV4 = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')

/** Computes the pools after the logs of a block, in the chain's order. */
export function computeStep(logs: readonly PoolLog[], { find, getState, toNewPool }: StepContext): Step {
  const created = new Map<Hex, KnownPool>()
  const changes = new Map<Hex, PoolState | null>()
  const touched = new Set<Hex>()
  const ticks = new Map<Hex, number>()
  for (const log of logs) {
    const added = toNewPool(log, logs)
    if (added) created.set(added.id, added)
    const pool = added ?? created.get(log.address) ?? findCreated(created, log) ?? find(log)
    // Uniswap V4 reports a new pool and its first price in one log.
    if (pool === undefined || (added && added.kind !== 'v4')) continue
    touched.add(pool.id)
    const known = changes.get(pool.id)
    const { state, tick } = applyLog(pool, known === undefined ? getState(pool.id) : known, log)
    changes.set(pool.id, state)
    if (tick !== null) ticks.set(pool.id, tick)
  }
  return { created: [...created.values()], touched: [...touched], changes, ticks }
}

/** Returns the state after a log, or null if it must be read, and the tick if the log reports it. */
function applyLog(pool: KnownPool, before: PoolState | null, log: PoolLog) {
  const start = before ?? toUnread(pool)
  const after = start === null ? 'unknown' : applyPoolLog(start, log)
  if (after === 'unknown') return { state: null, tick: null }
  return {
    state: before !== null || isWholeState(pool, log) ? after : null,
    tick: 'tick' in after && after.sqrtPriceX96 > 0n ? after.tick : null,
  }
}

const isWholeState = ({ kind }: KnownPool, { topics: [event] }: PoolLog) =>
  (kind === 'pair' && event === sync) ||
  (kind === 'ticks' && event === initialize) ||
  (kind === 'v4' && event === initializeV4)

/** Returns the pool of a log if it was created in this block. A contract with many pools names the pool's id in the topics. */
function findCreated(created: ReadonlyMap<Hex, KnownPool>, { address, topics }: PoolLog): KnownPool | undefined {
  const pool = topics[1] && created.get(topics[1])
  return pool?.address === address ? pool : undefined
}

const noPrice = { sqrtPriceX96: 0n, tick: 0, liquidity: 0n, ticks: [], from: -maxTick, to: maxTick }

/** Returns the state to which the first log of a pool is applied, or null if no log reports the pool's price. */
function toUnread(pool: KnownPool): PoolState | null {
  switch (pool.kind) {
    case 'pair':
      return { ...pool, reserve0: 0n, reserve1: 0n }
    case 'ticks':
      return { ...pool, ...noPrice }
    case 'v4':
      return { ...pool, ...noPrice, protocolFees: [0, 0] }
    case 'solidly': {
      const { factory: _, ...identity } = pool
      return { ...identity, reserve0: 0n, reserve1: 0n, units: [1n, 1n], fee: 0 }
    }
    case 'stableswap':
    case 'cryptoswap':
    case 'weighted':
    case 'balancerStable':
      return null
  }
}
