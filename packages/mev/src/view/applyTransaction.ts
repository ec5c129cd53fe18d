import type { Action, SwapAction } from '@outrigger/calldata'
import type { PoolState } from '@outrigger/defi/internal'
import type { MempoolTransaction } from '@outrigger/mempool'
import type { Address, Hex } from 'viem'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import { carryOut, maxSwaps, toName, type ViewGap } from './carryOut.ts'
import { type AppliedSwap, enforceLimits, isUnlimited } from './enforceLimits.ts'
import type { PoolView } from './poolView.ts'

/** Fields of a pending transaction that the detectors need. */
export type PendingTransaction = Pick<MempoolTransaction, 'transaction' | 'classification' | 'firstSeenMs'>

const isSwap = (action: Action): action is SwapAction => action.kind === 'swap'

/** Returns the first 16 swaps of a transaction, and the next one. */
export function toFirstSwaps(actions: readonly Action[]) {
  const named = actions.filter(isSwap)
  return { first: named.slice(0, maxSwaps), next: named[maxSwaps] }
}

/** Effects of a pending transaction on a view, and the parts that were not computed. */
export type AppliedTransaction = {
  readonly hash: Hex
  readonly swaps: readonly AppliedSwap[]
  /** Parts that were not computed. Empty if the whole transaction was computed. */
  readonly gaps: readonly ViewGap[]
  /** Reasons of parts that revert alone and leave the pools unchanged. */
  readonly failed: readonly ViewGap[]
  /** True if the whole transaction reverts and leaves the pools unchanged. */
  readonly reverts: boolean
  /** Pools whose new state is from a simulation. Empty if the transaction was computed. */
  readonly simulated: readonly Hex[]
}

/**
 * Plays the swaps of a pending transaction on a view and changes the view. As on the chain, a reverting swap reverts the whole
 * transaction, or the part of it that may revert alone. The same applies to a router that cannot pay the required amount. Parts
 * that cannot be computed are listed in `gaps`, and the caller may simulate the transaction instead.
 */
export function applyTransaction(
  entry: Pick<PendingTransaction, 'classification'> & {
    readonly transaction: Pick<PendingTransaction['transaction'], 'hash' | 'to' | 'value'>
  },
  view: PoolView,
  taxes: TokenTaxes,
): AppliedTransaction {
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
  // Plays the transaction again without a reverting part, because its earlier actions are reverted as well.
  for (let round = 0; round < maxSwaps; round++) {
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
    // Undecoded calldata may contain any check.
    const open = opaque.length > 0 ? enforced.find((swap) => isUnlimited(swap, view, taxes)) : undefined
    if (open !== undefined) all.push({ reason: 'unknownLimit', what: toName(open.action) })
    view.join(draft)
    return { hash, swaps: enforced, gaps: all, failed, reverts: false, simulated: [] }
  }
  const gaps: readonly ViewGap[] = [{ reason: 'manySwaps', what: 'parts that revert' }]
  return { hash, swaps: [], gaps, failed, reverts: false, simulated: [] }
}

/** Simulated effect of a pending transaction: the new states of the pools that it changes. */
export type Effect = { readonly reverts: boolean; readonly pools: readonly PoolState[] }

/** Returns the transaction with the result of a simulation instead of the gaps. */
export function applyEffect(
  computed: AppliedTransaction,
  { reverts, pools }: Effect,
  view: PoolView,
): AppliedTransaction {
  for (const pool of pools) view.set(pool)
  const swaps = computed.reverts ? [] : computed.swaps
  // A simulation shows the current effects of a transaction, but not its limits.
  const gaps = computed.gaps.filter(({ reason }) => reason === 'unknownLimit')
  const { hash, failed } = computed
  return { hash, swaps, gaps, failed, reverts, simulated: pools.map(({ id }) => id) }
}
