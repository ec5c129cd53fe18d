import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import type { Finding } from '../finding.ts'
import { toFirstSwaps } from '../view/applyTransaction.ts'
import type { ViewGap } from '../view/carryOut.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { resolveSwap } from '../view/resolveSwap.ts'
import { admit } from './admit.ts'
import { detect, toPendingContext } from './evaluate.ts'
import type { Effects, Pending } from './events.ts'
import { toRivalLiquidations } from './learnLiquidation.ts'
import { report } from './report.ts'
import { mayMovePools } from './simulatedEffects.ts'
import type { DetectorState } from './state.ts'
import { toPoolRequests } from './toPoolRequests.ts'

/** Evaluates a pending transaction on `settledPools`, unless that has been done, and reports its findings. */
export function evaluatePending(state: DetectorState, pending: Pending, out: Effects): readonly Finding[] {
  const { answers } = state
  const { hash } = pending.entry.transaction
  const known = answers.get(hash)
  if (known !== undefined) return known
  const findings = compute(state, pending, out)
  if (answers.size >= state.maxPending) answers.clear()
  answers.set(hash, findings)
  report(state, findings, out)
  return findings
}

function compute(state: DetectorState, { entry, isQueued }: Pending, out: Effects): readonly Finding[] {
  const { pending, toReview, terms, settledPools } = state
  const { hash } = entry.transaction
  toReview.delete(hash)
  const { pools, areAllKnown } = toPools(entry, settledPools)
  if (!areAllKnown) {
    toReview.set(hash, true)
    for (const request of toPoolRequests(entry)) out.push({ kind: 'request', request })
  }
  const liquidations = toRivalLiquidations(state, entry, out)
  const effect = state.simulated.find(hash, state.pools) ?? null
  const moved = effect === null ? pools : [...new Set([...pools, ...effect.pools.map(({ id }) => id)])]
  if (moved.length === 0 && effect === null) simulate(state, entry, out)
  if (moved.length === 0 && liquidations.length === 0) return []
  if (moved.length > 0) pending.add(entry, moved)
  const rivals = pending.among(moved, hash)
  const context = toPendingContext(entry, rivals, settledPools, terms, { isQueued, liquidations, effect })
  if (context.subject?.applied.gaps.some(canBeSimulated)) simulate(state, entry, out)
  const findings = detect(context)
  const admitted = admit(state, findings, entry, out)
  if (admitted.length < findings.length) toReview.set(hash, true)
  return admitted
}

/** Requests a simulation of a transaction whose effect cannot be computed from its calldata. */
function simulate({ simulates, simulated, pools }: DetectorState, call: MempoolTransaction, out: Effects): void {
  if (simulates && mayMovePools(call) && simulated.find(call.transaction.hash, pools) === undefined)
    out.push({ kind: 'simulate', call })
}

/** Returns whether a simulation may close a gap. A simulation cannot show the limits of a swap. */
const canBeSimulated = ({ reason }: ViewGap): boolean => reason !== 'insufficientOutput' && reason !== 'unknownLimit'

/** Returns the followed pools of a transaction's swaps. `areAllKnown` is false if the swaps use other pools too. */
function toPools(entry: MempoolTransaction, snapshot: PoolSnapshot) {
  const pools = new Set<Hex>()
  let areAllKnown = true
  for (const action of toFirstSwaps(entry.classification.actions).first) {
    const swap = resolveSwap(action, snapshot)
    if (swap === 'unknownPool') areAllKnown = false
    if (typeof swap !== 'string') for (const { pool } of swap.hops) pools.add(pool)
  }
  return { pools: [...pools], areAllKnown }
}
