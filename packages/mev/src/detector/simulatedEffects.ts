import { createBoundedMap } from '@outrigger/core/internal'
import { applyPoolLog, type PoolLog, type PoolState, poolTopics } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Hex, slice } from 'viem'
import type { EmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { Effect } from '../view/applyTransaction.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'

/** Stores the simulated effects of pending transactions whose effect on pools cannot be computed from their calldata. */
export type SimulatedEffects = {
  /**
   * Returns the effect of a transaction. Returns null if no provider can simulate it or its logs do not describe the final state of
   * its pools, and undefined if the effect must be simulated (again), because the affected pools have changed since.
   */
  find(hash: Hex, pools: PoolSnapshot): Effect | null | undefined
  /**
   * Stores the effect of a transaction.
   *
   * @param emitted null if no provider can simulate it
   * @returns contracts that the transaction changes and that may be pools, but that the book does not follow
   */
  learn(hash: Hex, emitted: EmittedLogs | null, pools: PoolSnapshot): readonly Hex[]
}

/** For `effect`, see `find`. It is also null for too many pools. */
type Known = { readonly effect: Effect | null; readonly before: readonly PoolState[]; readonly blockNumber: bigint }

const maxEffects = 1_000
/** Blocks for which an effect is valid, unless its pools change earlier. */
const validBlocks = 4n
/** Largest number of unknown contracts to report per transaction. */
const mostUnknown = 4
/** Effects on more pools are ignored, because their evaluation takes too long. */
const mostPools = 16

export function createSimulatedEffects(): SimulatedEffects {
  const known = createBoundedMap<Hex, Known>(maxEffects)
  return {
    find(hash, pools) {
      const found = known.get(hash)
      const number = pools.block?.number ?? 0n
      if (found === undefined || number - found.blockNumber >= validBlocks) return undefined
      return found.before.every((pool) => pools.get(pool.id) === pool) ? found.effect : undefined
    },
    learn(hash, emitted, pools) {
      const { reverts, logs } = emitted ?? { reverts: false, logs: [] }
      const moved = new Map<PoolState, PoolState | 'unknown'>()
      const unknown = new Set<Hex>()
      for (const log of logs.filter(({ topics: [topic] }) => topic !== undefined && poolTopics.includes(topic))) {
        const named = toIds(log).flatMap((id) => pools.get(id) ?? [])
        for (const pool of named) moved.set(pool, toNext(moved.get(pool) ?? pool, log))
        if (named.length === 0) unknown.add(log.address)
      }
      const after = [...moved.values()].filter((pool) => pool !== 'unknown')
      const isWhole = after.length === moved.size && after.length <= mostPools
      const blockNumber = pools.block?.number ?? 0n
      known.set(hash, {
        effect: isWhole && emitted !== null ? { reverts, pools: after } : null,
        before: [...moved.keys()],
        blockNumber,
      })
      return [...unknown].slice(0, mostUnknown)
    },
  }
}

/** Returns possible pool ids for a log: its emitter, or the pool that a log of Uniswap V4's manager or Balancer's Vault names. */
function toIds({ address, topics: [, named] }: PoolLog): readonly Hex[] {
  return named === undefined ? [address] : [address, named, slice(named, 0, 20), slice(named, 12)]
}

/** Returns whether the pools that logs name have the same states in two snapshots. */
export const haveSamePools = (logs: readonly PoolLog[], one: PoolSnapshot, other: PoolSnapshot): boolean =>
  logs.every((log) => toIds(log).every((id) => one.get(id) === other.get(id)))

const toNext = (pool: PoolState | 'unknown', log: PoolLog) => (pool === 'unknown' ? pool : applyPoolLog(pool, log))

/** Swaps need more gas than this limit. */
const leastGas = 90_000n
/** Types of transactions that may change pools without showing it in their calldata. */
const types: readonly MempoolTransaction['classification']['type'][] = ['swap', 'other', 'flashloan', 'bridge']

/** Returns whether a transaction may change pools, so that a simulation is worthwhile. */
export function mayMovePools({ transaction, classification }: MempoolTransaction): boolean {
  const { to, input, gas } = transaction
  return to !== null && input.length >= 10 && gas >= leastGas && types.includes(classification.type)
}
