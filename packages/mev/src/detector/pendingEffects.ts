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

/** What pending transactions do to the pools, where that cannot be computed from their calldata: they are simulated. */
export type PendingEffects = {
  /** Null where it is not known, or the pools that it moves have changed since. */
  find(hash: Hex): Effect | null
  /** Has a transaction simulated whose effect cannot be computed, within the budget. */
  want(entry: MempoolTransaction): void
  /** A new block: the budget is whole again. */
  onBlock(): void
}

export type PendingEffectsOptions = {
  readonly client: PublicClient
  readonly budget: SimulationBudget
  readonly signal: AbortSignal
  readonly isPending: (entry: MempoolTransaction) => boolean
  readonly toSnapshot: () => PoolSnapshot
  readonly toTerms: () => Pick<Terms, 'cost'>
  /** 0: nothing is asked. */
  readonly simulationsPerBlock: number
  /** It moves a contract that may be a pool, and is not followed. */
  readonly onUnknown: (id: Hex) => void
  /** The effect of transactions is known: what rests on them is to be computed anew. */
  readonly onLearned: (held: Held) => void
}

/** `effect` is null where its logs do not say how all of its pools are left. */
type Known = { readonly effect: Effect | null; readonly before: readonly PoolState[]; readonly blockNumber: bigint }

const maxEffects = 1_000
/** For so many blocks, while the pools do not change. */
const validBlocks = 4n
/** What swaps takes more gas. */
const leastGas = 90_000n
/** Calls of these types may move pools by ways that calldata does not show. */
const types: readonly MempoolTransaction['classification']['type'][] = ['swap', 'other', 'flashloan', 'bridge']
/** Contracts that may be pools, of one transaction. */
const mostUnknown = 4
/** What moves more pools takes too long to look at. */
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

  /** What was learned within the last blocks, while its pools are as they were. */
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

/** Pools that a log may be of: a contract of its own, or one that Uniswap's V4 manager or a vault of Balancer's names. */
function toIds({ address, topics: [, named] }: PoolLog): readonly Hex[] {
  return named === undefined ? [address] : [address, named, slice(named, 0, 20), slice(named, 12)]
}

const toNext = (pool: PoolState | 'unknown', log: PoolLog) => (pool === 'unknown' ? pool : applyPoolLog(pool, log))
