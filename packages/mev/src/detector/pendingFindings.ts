import { createBoundedMap } from '@outrigger/core/internal'
import type { MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Terms } from '../detect/context.ts'
import type { LiquidationInput } from '../detect/liquidation/liquidationInput.ts'
import type { Finding } from '../finding.ts'
import { toFirstSwaps } from '../view/applyTransaction.ts'
import type { ViewGap } from '../view/carryOut.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { resolveSwap } from '../view/resolveSwap.ts'
import { type Detected, detectAdmitted, toPendingContext } from './evaluate.ts'
import type { PendingEffects } from './pendingEffects.ts'
import { createPendingPools } from './pendingPools.ts'

/** Computes the findings of pending transactions, once per block. */
export type PendingFindings = {
  /** Returns all findings of a pending transaction. Returns no findings if the transaction has ended. */
  evaluate(entry: MempoolTransaction): readonly Finding[]
  /** Computes at least the best finding. `isComplete` is false for long paths, which are left to `evaluate`. */
  evaluateBest(entry: MempoolTransaction): { readonly isComplete: boolean }
  /** Returns the transactions whose result may change with a block that changes the pools. */
  affectedBy(pools: readonly Hex[]): readonly Hex[]
  /** Removes a transaction that is no longer pending. */
  end(hash: Hex): void
  /** Drops the stored result of a transaction. The next query recomputes it. */
  forget(hash: Hex): void
  /** Drops all stored results, because the pool state has changed. */
  reset(): void
}

export type PendingFindingsOptions = {
  readonly maxPending: number
  readonly watcher: Pick<MempoolWatcher, 'nonceState'>
  readonly toSnapshot: () => PoolSnapshot
  readonly toTerms: () => Terms
  /** Returns liquidations that could replace the transaction's own liquidation. */
  readonly toLiquidations: (entry: MempoolTransaction) => readonly LiquidationInput[]
  /** Returns the findings that may be reported. */
  readonly admit: (findings: readonly Finding[], entry: MempoolTransaction) => readonly Finding[]
  /** Called with the admitted findings after each computation that found any. */
  readonly onFindings: (entry: MempoolTransaction, findings: readonly Finding[]) => void
  /** Called with a transaction whose findings are not complete yet. */
  readonly onDeferred: (hash: Hex) => void
  /** Simulated effects of transactions. */
  readonly effects: Pick<PendingEffects, 'find' | 'want'>
  /** Called with a transaction that swaps through pools the book does not follow. */
  readonly onUnknown: (entry: MempoolTransaction) => void
}

const maxUnsettled = 4_000

const nothing: Detected = { findings: [], findAll: null }

export function createPendingFindings(options: PendingFindingsOptions): PendingFindings {
  const {
    maxPending,
    watcher,
    toSnapshot,
    toTerms,
    toLiquidations,
    admit,
    onFindings,
    onDeferred,
    onUnknown,
    effects,
  } = options
  const pending = createPendingPools(maxPending)
  const answers = new Map<Hex, Detected>()
  /** Transactions whose result may change although their pools do not: unknown pools, or findings that wait for a simulation. */
  const unsettled = createBoundedMap<Hex, true>(maxUnsettled)

  function compute(entry: MempoolTransaction, wanted: 'best' | 'all', isQueued: boolean): Detected {
    const snapshot = toSnapshot()
    const { hash } = entry.transaction
    unsettled.delete(hash)
    const { pools, isComplete } = toPools(entry, snapshot)
    if (!isComplete) {
      unsettled.set(hash, true)
      onUnknown(entry)
    }
    const liquidations = toLiquidations(entry)
    const effect = effects.find(hash)
    const moved = effect === null ? pools : [...new Set([...pools, ...effect.pools.map(({ id }) => id)])]
    if (moved.length === 0 && effect === null) effects.want(entry)
    if (moved.length === 0 && liquidations.length === 0) return nothing
    if (moved.length > 0) pending.add(entry, moved)
    const rivals = pending.among(moved, hash)
    const context = toPendingContext(entry, rivals, snapshot, toTerms(), { isQueued, liquidations, effect })
    if (context.subject?.applied.gaps.some(canBeSimulated)) effects.want(entry)
    return detectAdmitted(context, wanted, (findings) => {
      const admitted = admit(findings, entry)
      if (admitted.length < findings.length) unsettled.set(hash, true)
      return admitted
    })
  }

  function note(entry: MempoolTransaction, detected: Detected): Detected {
    if (answers.size >= maxPending) answers.clear()
    answers.set(entry.transaction.hash, detected)
    if (detected.findings.length > 0) onFindings(entry, detected.findings)
    return detected
  }

  function answer(entry: MempoolTransaction, wanted: 'best' | 'all'): Detected {
    const { hash } = entry.transaction
    const known = answers.get(hash)
    if (known !== undefined) return known
    const nonceState = watcher.nonceState(hash)
    if (nonceState === null) return nothing
    const detected = note(entry, compute(entry, wanted, nonceState === 'queued'))
    if (detected.findAll !== null) onDeferred(hash)
    return detected
  }

  return {
    evaluateBest(entry) {
      const { findings, findAll } = answer(entry, 'best')
      return { isComplete: findAll === null || findings.length > 0 }
    },
    evaluate(entry) {
      const { findings, findAll } = answer(entry, 'all')
      return findAll === null ? findings : note(entry, findAll()).findings
    },
    affectedBy: (pools) => [...new Set([...pending.through(pools), ...(unsettled.keys() as Iterable<Hex>)])],
    end(hash) {
      pending.remove(hash)
      answers.delete(hash)
      unsettled.delete(hash)
    },
    forget: (hash) => void answers.delete(hash),
    reset: () => answers.clear(),
  }
}

/** Returns whether a simulation may close a gap. A simulation cannot show the limits of a swap. */
const canBeSimulated = ({ reason }: ViewGap): boolean => reason !== 'insufficientOutput' && reason !== 'unknownLimit'

/** Returns the followed pools of a transaction's swaps. `isComplete` is false if the swaps use other pools too. */
function toPools(entry: MempoolTransaction, snapshot: PoolSnapshot) {
  const pools = new Set<Hex>()
  let isComplete = true
  for (const action of toFirstSwaps(entry.classification.actions).first) {
    const swap = resolveSwap(action, snapshot)
    if (swap === 'unknownPool') isComplete = false
    if (typeof swap !== 'string') for (const { pool } of swap.hops) pools.add(pool)
  }
  return { pools: [...pools], isComplete }
}
