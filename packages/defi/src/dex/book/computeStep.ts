import { type Hex, toEventSelector } from 'viem'
import type { PoolLog } from '../poolKind.ts'
import { applyPoolLog } from '../poolKinds.ts'
import type { PoolState } from '../poolState.ts'
import { maxTick } from '../uniswapV3/mathTicks.ts'
import type { KnownPool } from './knownPool.ts'

/** What a book knows before a block. */
export type StepContext = {
  readonly find: (log: PoolLog) => KnownPool | undefined
  readonly getState: (id: Hex) => PoolState | null
  /** The pool that a factory's log reports, among the logs of its block. */
  readonly toNewPool: (log: PoolLog, logs: readonly PoolLog[]) => KnownPool | null
}

/** What the logs of a block say. */
export type Step = {
  /** Pools that are new. */
  readonly created: readonly KnownPool[]
  /** Every known pool with a log, in the order of their first ones. */
  readonly touched: readonly Hex[]
  /** States that are new; null where only the contract knows. */
  readonly changes: ReadonlyMap<Hex, PoolState | null>
  /** Where the price of pools is that are still to be read: what to read follows from it. */
  readonly ticks: ReadonlyMap<Hex, number>
}

/** Logs that say all there is to say of a pool. */
const sync = toEventSelector('Sync(uint112,uint112)')
const initialize = toEventSelector('Initialize(uint160,int24)')
const initializeV4 = toEventSelector('Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)')

/** The pools after the logs of a block, in the order in which the chain emitted them. */
export function computeStep(logs: readonly PoolLog[], { find, getState, toNewPool }: StepContext): Step {
  const created = new Map<Hex, KnownPool>()
  const changes = new Map<Hex, PoolState | null>()
  const touched = new Set<Hex>()
  const ticks = new Map<Hex, number>()
  for (const log of logs) {
    const added = toNewPool(log, logs)
    if (added) created.set(added.id, added)
    const pool = added ?? created.get(log.address) ?? findCreated(created, log) ?? find(log)
    // Uniswap V4 reports a pool and its first price in one log.
    if (pool === undefined || (added && added.kind !== 'v4')) continue
    touched.add(pool.id)
    const known = changes.get(pool.id)
    const before = known === undefined ? getState(pool.id) : known
    const start = before ?? toUnread(pool)
    const after = start === null ? 'unknown' : applyPoolLog(start, log)
    const isWhole = before !== null || isWholeState(pool, log)
    changes.set(pool.id, after === 'unknown' || !isWhole ? null : after)
    if (after !== 'unknown' && 'tick' in after && after.sqrtPriceX96 > 0n) ticks.set(pool.id, after.tick)
  }
  return { created: [...created.values()], touched: [...touched], changes, ticks }
}

const isWholeState = ({ kind }: KnownPool, { topics: [event] }: PoolLog) =>
  (kind === 'pair' && event === sync) ||
  (kind === 'ticks' && event === initialize) ||
  (kind === 'v4' && event === initializeV4)

/** One that a contract of many pools names in its log. */
function findCreated(created: ReadonlyMap<Hex, KnownPool>, { address, topics }: PoolLog): KnownPool | undefined {
  const pool = topics[1] && created.get(topics[1])
  return pool?.address === address ? pool : undefined
}

const noPrice = { sqrtPriceX96: 0n, tick: 0, liquidity: 0n, ticks: [], from: -maxTick, to: maxTick }

/** What the first log of a pool is applied to; null where no log reports where its price is. */
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
