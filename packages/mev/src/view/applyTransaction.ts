import type { Action, SwapAction } from '@outrigger/calldata'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Hex } from 'viem'
import {
  type PlayedSwap,
  playSwap,
  type ResolvedSwap,
  type RevertReason,
  type UnplayedReason,
} from '../sizing/playSwap.ts'
import type { Effect } from './effect.ts'
import type { PoolView } from './poolView.ts'
import { resolveSwap, type SwapOutput, type UnresolvedReason } from './resolveSwap.ts'
import type { TokenTaxes } from './tokenTaxes.ts'

/** What detection needs of a pending transaction. */
export type PendingTransaction = Pick<MempoolTransaction, 'transaction' | 'classification' | 'firstSeenMs'>

/** One swap of a transaction as it would go on the pools before it. */
export type AppliedSwap = { readonly action: SwapAction; readonly swap: ResolvedSwap; readonly played: PlayedSwap }

/**
 * Why something of a transaction is not in the view: its swap cannot be resolved, would revert, leaves what is not known,
 * `opaque`: calldata that is not decoded may move pools as well, or `manySwaps`: those after the sixteenth are not played.
 */
export type ViewGap = {
  readonly reason: UnresolvedReason | UnplayedReason | 'opaque' | 'manySwaps'
  readonly what: string
}

/** Around each size that is tried all of them are played, and a transaction may name thousands. */
const mostSwaps = 16

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
  /** Whether it reverts as a whole, which leaves the pools as they were. */
  readonly reverts: boolean
  /** Pools that it moves as a simulation has shown; empty where it was computed. */
  readonly simulated: readonly Hex[]
}

const reverting: readonly string[] = [
  'insufficientOutput',
  'poolReverts',
  'taxedToken',
  'unsellable',
] satisfies RevertReason[]

const toName = ({ protocol, function: name }: SwapAction) => `${protocol}.${name}`

/**
 * Plays the swaps of a pending transaction on a view, which it changes. One of them that reverts undoes all, or the part of the
 * transaction that may revert alone, as on chain. What cannot be computed is named; the caller may simulate the transaction
 * instead.
 */
export function applyTransaction(entry: PendingTransaction, view: PoolView, taxes: TokenTaxes): AppliedTransaction {
  const { hash } = entry.transaction
  let { actions } = entry.classification
  // Each part that reverts is left out and the rest played anew: what came before it in its part is undone as well.
  for (let round = 0; round < mostSwaps; round++) {
    const draft = view.fork()
    const { swaps, gaps, revertedBy } = play(entry, actions, draft, taxes)
    const part = revertedBy?.parts?.at(-1)
    if (part !== undefined) {
      actions = actions.filter(({ parts }) => !parts?.includes(part))
      continue
    }
    if (revertedBy === null) view.join(draft)
    return { hash, swaps, gaps, reverts: revertedBy !== null, simulated: [] }
  }
  return { hash, swaps: [], gaps: [{ reason: 'manySwaps', what: 'parts that revert' }], reverts: false, simulated: [] }
}

type Played = Pick<AppliedTransaction, 'swaps' | 'gaps'> & {
  /** The swap that reverts, after which none was played; null if none did. */
  readonly revertedBy: SwapAction | null
}

function play(
  { classification: { undecoded } }: PendingTransaction,
  actions: readonly Action[],
  draft: PoolView,
  taxes: TokenTaxes,
): Played {
  const swaps: AppliedSwap[] = []
  const gaps: ViewGap[] = undecoded.map(({ reason, what }) => ({ reason: 'opaque', what: what ?? reason }))
  const outputs: SwapOutput[] = []
  const { first, next } = toFirstSwaps(actions)
  for (const action of first) {
    const swap = resolveSwap(action, draft, outputs)
    const played = typeof swap === 'string' ? swap : playSwap(swap, draft, taxes)
    if (typeof swap === 'string' || typeof played === 'string') {
      const reason = typeof swap === 'string' ? swap : (played as UnplayedReason)
      gaps.push({ reason, what: toName(action) })
      if (reverting.includes(reason)) return { swaps, gaps, revertedBy: action }
      continue
    }
    for (const pool of played.next) draft.set(pool)
    outputs.push({ token: swap.hops.at(-1)?.tokenOut ?? action.path[0] ?? '0x', amount: played.amountOut })
    swaps.push({ action, swap, played })
  }
  if (next !== undefined) gaps.push({ reason: 'manySwaps', what: toName(next) })
  return { swaps, gaps, revertedBy: null }
}

/** The same with what a simulation has shown in place of what could not be computed. */
export function applyEffect(
  computed: AppliedTransaction,
  { reverts, pools }: Effect,
  view: PoolView,
): AppliedTransaction {
  for (const pool of pools) view.set(pool)
  const swaps = computed.reverts ? [] : computed.swaps
  return { hash: computed.hash, swaps, gaps: [], reverts, simulated: pools.map(({ id }) => id) }
}
