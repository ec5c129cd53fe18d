import type { Action, SwapAction } from '@outrigger/calldata'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, Hex } from 'viem'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import { carryOut, mostSwaps, toName, type ViewGap } from './carryOut.ts'
import type { Effect } from './effect.ts'
import { type AppliedSwap, enforceLimits, isUnlimited } from './enforceLimits.ts'
import type { PoolView } from './poolView.ts'

/** What detection needs of a pending transaction. */
export type PendingTransaction = Pick<MempoolTransaction, 'transaction' | 'classification' | 'firstSeenMs'>

const isSwap = (action: Action): action is SwapAction => action.kind === 'swap'

/** The first sixteen swaps that a transaction names, and the one after them. */
export function toFirstSwaps(actions: readonly Action[]) {
  const named = actions.filter(isSwap)
  return { first: named.slice(0, mostSwaps), next: named[mostSwaps] }
}

/** What a pending transaction did to a view, and what of it could not be computed. */
export type AppliedTransaction = {
  readonly hash: Hex
  readonly swaps: readonly AppliedSwap[]
  /** Empty where all of it was computed. */
  readonly gaps: readonly ViewGap[]
  /** Why parts of it that may revert alone do so. They leave the pools as they were. */
  readonly failed: readonly ViewGap[]
  /** Whether it reverts as a whole, which leaves the pools as they were. */
  readonly reverts: boolean
  /** Pools that it moves as a simulation has shown; empty where it was computed. */
  readonly simulated: readonly Hex[]
}

/**
 * Plays the swaps of a pending transaction on a view, which it changes. One of them that reverts undoes all, or the part of the
 * transaction that may revert alone, as on chain, and so does a router that is left with less than it must pay out. What cannot
 * be computed is named; the caller may simulate the transaction instead.
 */
export function applyTransaction(entry: PendingTransaction, view: PoolView, taxes: TokenTaxes): AppliedTransaction {
  const { hash, to, value } = entry.transaction
  const call = { to: to && (to.toLowerCase() as Address), value }
  const opaque = entry.classification.undecoded.map(
    ({ reason, what }): ViewGap => ({
      reason: 'opaque',
      what: what ?? reason,
    }),
  )
  let { actions } = entry.classification
  const failed: ViewGap[] = []
  // Each part that reverts is left out and the rest played anew: what came before it in its part is undone as well.
  for (let round = 0; round < mostSwaps; round++) {
    const draft = view.fork()
    const { swaps, steps, gaps, revertedBy } = carryOut(actions, call, draft, taxes)
    const part = revertedBy?.parts?.at(-1)
    if (part !== undefined) {
      failed.push(...gaps.slice(-1))
      actions = actions.filter(({ parts }) => !parts?.includes(part))
      continue
    }
    const all = [...opaque, ...gaps]
    if (revertedBy !== null) return { hash, swaps, gaps: all, failed, reverts: true, simulated: [] }
    const { next } = toFirstSwaps(actions)
    if (next !== undefined) all.push({ reason: 'manySwaps', what: toName(next) })
    const enforced = enforceLimits(swaps, { call, steps }, view, taxes)
    // What is not decoded may check anything.
    const open = opaque.length > 0 ? enforced.find((swap) => isUnlimited(swap, view, taxes)) : undefined
    if (open !== undefined) all.push({ reason: 'unknownLimit', what: toName(open.action) })
    view.join(draft)
    return { hash, swaps: enforced, gaps: all, failed, reverts: false, simulated: [] }
  }
  const gaps: readonly ViewGap[] = [{ reason: 'manySwaps', what: 'parts that revert' }]
  return { hash, swaps: [], gaps, failed, reverts: false, simulated: [] }
}

/** The same with what a simulation has shown in place of what could not be computed. */
export function applyEffect(
  computed: AppliedTransaction,
  { reverts, pools }: Effect,
  view: PoolView,
): AppliedTransaction {
  for (const pool of pools) view.set(pool)
  const swaps = computed.reverts ? [] : computed.swaps
  // It shows what the transaction does now, and not what it would refuse.
  const gaps = computed.gaps.filter(({ reason }) => reason === 'unknownLimit')
  const { hash, failed } = computed
  return { hash, swaps, gaps, failed, reverts, simulated: pools.map(({ id }) => id) }
}
