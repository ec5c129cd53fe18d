import { createBoundedMap } from '@outrigger/core/internal'
import { applyPoolLog, type PoolLog, type PoolState, poolTopics } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import { type Hex, type PublicClient, slice } from 'viem'
import type { Terms } from '../detect/context.ts'
import { type EmittedLogs, getEmittedLogs } from '../simulate/getEmittedLogs.ts'
import type { SimulationBudget } from '../simulate/simulationBudget.ts'
import type { Effect } from '../view/effect.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createHeldQueue } from './heldQueue.ts'
import type { Held } from './waitingList.ts'

/** Simulates pending transactions whose effect on pools cannot be computed from their calldata. */
export type PendingEffects = {
  /** Returns the effect of a transaction. Returns null if it is unknown or if the affected pools have changed since. */
  find(hash: Hex): Effect | null
  /** Queues the simulation of a transaction within the budget. */
  want(entry: MempoolTransaction): void
  /** Continues with the budget of the new block. */
  onBlock(): void
}

export type PendingEffectsOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  readonly signal: AbortSignal
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly toSnapshot: () => PoolSnapshot
  readonly toTerms: () => Pick<Terms, 'cost'>
  /** Requests per block. With 0, no simulation runs. */
  readonly simulationsPerBlock: number
  /** Called with a contract that a transaction changes and that may be a pool, but that the book does not follow. */
  readonly onUnknown: (id: Hex) => void
  /** Called when the effect of transactions is known. The findings that depend on them must be recomputed. */
  readonly onLearned: (held: Held) => void
}

/** A simulated effect. `effect` is null if the logs do not describe the final state of all pools, or for too many pools. */
type Known = { readonly effect: Effect | null; readonly before: readonly PoolState[]; readonly blockNumber: bigint }

const maxEffects = 1_000
/** Blocks for which an effect is valid, unless its pools change earlier. */
const validBlocks = 4n
/** Swaps need more gas than this limit. */
const leastGas = 90_000n
/** Types of transactions that may change pools without showing it in their calldata. */
const types: readonly MempoolTransaction['classification']['type'][] = ['swap', 'other', 'flashloan', 'bridge']
/** Largest number of unknown contracts to report per transaction. */
const mostUnknown = 4
/** Effects on more pools are ignored, because their evaluation takes too long. */
const mostPools = 16

export function createPendingEffects(options: PendingEffectsOptions): PendingEffects {
  const { client, budget, signal, isPending, toSnapshot, toTerms, onUnknown, onLearned } = options
  const known = createBoundedMap<Hex, Known>(maxEffects)

  const queue = createHeldQueue<MempoolTransaction, EmittedLogs>({
    budget,
    signal,
    isPending,
    onLearned,
    async ask(_, { transaction }) {
      const { block } = toSnapshot()
      if (block === null) return undefined
      const { gasPrice } = toTerms().cost
      return getEmittedLogs(client, { transaction, blockNumber: block.number, gasPrice, budget })
    },
    onAnswer: (hash, _, emitted) => emitted && learn(hash as Hex, emitted),
  })

  function learn(hash: Hex, { reverts, logs }: EmittedLogs): void {
    const snapshot = toSnapshot()
    const moved = new Map<PoolState, PoolState | 'unknown'>()
    const unknown = new Set<Hex>()
    for (const log of logs.filter(({ topics: [topic] }) => topic !== undefined && poolTopics.includes(topic))) {
      const pools = toIds(log).flatMap((id) => snapshot.get(id) ?? [])
      for (const pool of pools) moved.set(pool, toNext(moved.get(pool) ?? pool, log))
      if (pools.length === 0) unknown.add(log.address)
    }
    for (const id of [...unknown].slice(0, mostUnknown)) onUnknown(id)
    const after = [...moved.values()].filter((pool) => pool !== 'unknown')
    const isWhole = after.length === moved.size && after.length <= mostPools
    const blockNumber = snapshot.block?.number ?? 0n
    known.set(hash, { effect: isWhole ? { reverts, pools: after } : null, before: [...moved.keys()], blockNumber })
  }

  /** Returns the stored effect if it is recent and its pools are unchanged. */
  function findKnown(hash: Hex): Known | null {
    const found = known.get(hash)
    const snapshot = toSnapshot()
    const number = snapshot.block?.number ?? 0n
    if (found === undefined || number - found.blockNumber >= validBlocks) return null
    return found.before.every((pool) => snapshot.get(pool.id) === pool) ? found : null
  }

  return {
    find: (hash) => findKnown(hash)?.effect ?? null,
    want(entry) {
      const { transaction, classification, movedValue } = entry
      const mayMovePools = transaction.input.length >= 10 && transaction.gas >= leastGas
      const isAsked = options.simulationsPerBlock > 0 && transaction.to !== null && types.includes(classification.type)
      if (isAsked && mayMovePools && findKnown(transaction.hash) === null)
        queue.hold(transaction.hash, entry, { for: entry, worth: movedValue.wei })
    },
    onBlock: queue.onBlock,
  }
}

/** Returns possible pool ids for a log: its emitter, or the pool that a log of Uniswap V4's manager or Balancer's Vault names. */
function toIds({ address, topics: [, named] }: PoolLog): readonly Hex[] {
  return named === undefined ? [address] : [address, named, slice(named, 0, 20), slice(named, 12)]
}

const toNext = (pool: PoolState | 'unknown', log: PoolLog) => (pool === 'unknown' ? pool : applyPoolLog(pool, log))
