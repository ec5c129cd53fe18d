import type { Action, SwapAction } from '@outrigger/calldata'
import {
  exactly,
  Ledger,
  type LedgerOptions,
  type Outcome,
  toExact,
  withoutTolerated,
} from '@outrigger/calldata/internal'
import {
  type PlanStep,
  type PlayedSwap,
  playSwap,
  type ResolvedSwap,
  type RevertReason,
  type UnplayedReason,
} from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import type { AppliedSwap } from './enforceLimits.ts'
import type { PoolView } from './poolView.ts'
import { resolveSwap, type UnresolvedReason } from './resolveSwap.ts'

/**
 * Part of a transaction whose effect on the pools is not computed. The reason is why a swap cannot be matched with pools or
 * executed on them, or one of these.
 * `opaque`: undecoded calldata may move pools as well · `manySwaps`: swaps after the 16th are not played · `refused`: the
 * contract rejects the action regardless of the pools, e.g. after its deadline · `unknownLimit`: the check of the minimum output
 * or maximum input is not computed · `sharedLimit`: a limit applies to several swaps whose losses cannot be added up.
 */
export type ViewGap = {
  readonly reason:
    | UnresolvedReason
    | UnplayedReason
    | 'opaque'
    | 'manySwaps'
    | 'refused'
    | 'unknownLimit'
    | 'sharedLimit'
  readonly what: string
}

/** Result of a transaction's swaps and payments. If an action reverts, the last gap contains the reason. */
export type CarriedOut = {
  readonly swaps: readonly AppliedSwap[]
  readonly steps: readonly PlanStep[]
  readonly gaps: readonly ViewGap[]
  /** Action that reverts. Later actions were not played. Null if none reverts. */
  readonly revertedBy: Action | null
}

/** Limit, because all swaps are replayed for each tried size and a transaction may contain thousands. */
export const maxSwaps = 16
/** Limit of swaps and payments. */
const maxSteps = 96

const reverting: readonly string[] = [
  'insufficientOutput',
  'poolReverts',
  'taxedToken',
  'unsellable',
] satisfies RevertReason[]

export const toName = ({ protocol, function: name }: Action) => `${protocol}.${name}`

const isStep = ({ kind }: Action) => kind !== 'approval' && kind !== 'fee' && kind !== 'oracleUpdate'

/** Plays the swaps and payments of a transaction in order and changes the view. Stops at the first action that reverts. */
export function carryOut(
  actions: readonly Action[],
  call: LedgerOptions,
  view: PoolView,
  taxes: TokenTaxes,
): CarriedOut {
  const all = withoutTolerated(actions).filter(isStep)
  const first = all.slice(0, maxSteps)
  const ledger = new Ledger(all, call)
  const [swaps, steps, gaps]: [AppliedSwap[], PlanStep[], ViewGap[]] = [[], [], []]
  const note = (reason: ViewGap['reason'], action: Action) => gaps.push({ reason, what: toName(action) })
  let named = 0
  for (const action of first) {
    if (isRefused(action, view)) {
      note('refused', action)
      return { swaps, steps, gaps, revertedBy: action }
    }
    let outcome: Outcome
    if (action.kind !== 'swap') {
      steps.push({ action })
      outcome = ledger.run(action)
    } else {
      const tried = ++named > maxSwaps ? null : trySwap(action, ledger, view, taxes)
      if (typeof tried === 'string') note(tried, action)
      if (typeof tried === 'string' && reverting.includes(tried)) return { swaps, steps, gaps, revertedBy: action }
      const applied = tried === null || typeof tried === 'string' ? null : { action, ...tried }
      if (applied !== null) swaps.push(applied)
      steps.push({ action, swap: applied?.swap ?? null })
      const { amountIn = action.amountIn, amountOut = null } = applied?.played ?? {}
      outcome = ledger.swap(action, exactly(amountIn), exactly(amountOut))
    }
    if (outcome === 'short') note('insufficientOutput', action)
    if (outcome === 'short') return { swaps, steps, gaps, revertedBy: action }
    if (outcome === 'unknown') note('unknownLimit', action)
  }
  for (const { action, swap } of swaps) if (isOpen(action, swap, ledger)) note('unknownLimit', action)
  const [last] = first.slice(-1)
  const end = ledger.end()
  if (last !== undefined && (end === 'unknown' || (ledger.hasRouters && all.length > maxSteps)))
    note('unknownLimit', last)
  if (last !== undefined && end === 'short') note('insufficientOutput', last)
  return { swaps, steps, gaps, revertedBy: end === 'short' ? (last ?? null) : null }
}

/** Timestamp of Ethereum's first block, as a lower bound. */
const firstBlockTime = 1_438_269_973n

/** Returns true if a contract rejects the action regardless of the pools. */
function isRefused(action: Action, { block }: PoolView): boolean {
  if (action.isRefused === true) return true
  if (action.kind !== 'swap' || action.deadline === undefined) return false
  const { timestamp = 0n } = block ?? {}
  return action.deadline < (timestamp > firstBlockTime ? timestamp : firstBlockTime)
}

/** Plays a swap on the view and updates its pools. Returns the reason if the swap cannot be computed. */
function trySwap(
  action: SwapAction,
  ledger: Ledger,
  view: PoolView,
  taxes: TokenTaxes,
): { readonly swap: ResolvedSwap; readonly played: PlayedSwap } | UnresolvedReason | UnplayedReason {
  const swap = resolveSwap(action, view, action.amountIn ?? toExact(ledger.available(action)))
  if (typeof swap === 'string') return swap
  const played = playSwap(swap, view, taxes)
  if (typeof played === 'string') return played
  for (const pool of played.next) view.set(pool)
  return { swap, played }
}

/** Returns true if an uncomputed check limits the swap: a final price, or a later use of its output. */
function isOpen({ hasPriceLimit, ...action }: SwapAction, { exact, amountOut }: ResolvedSwap, ledger: Ledger): boolean {
  if (hasPriceLimit === true) return true
  return exact === 'in' && amountOut === 0n && (action.amountOut === null || ledger.keeps(action))
}
