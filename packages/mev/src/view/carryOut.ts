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
 * Why something of a transaction is not in the view: its swap cannot be resolved, would revert, leaves what is not known,
 * `opaque`: calldata that is not decoded may move pools as well, `manySwaps`: those after the sixteenth are not played,
 * `refused`: its contract refuses it whatever the pools are, after its deadline for example, or `unknownLimit`: the least that
 * a swap must give, or the most that it may take, is checked in a way that is not computed.
 */
export type ViewGap = {
  readonly reason: UnresolvedReason | UnplayedReason | 'opaque' | 'manySwaps' | 'refused' | 'unknownLimit'
  readonly what: string
}

/** What the swaps and payments of a transaction come to. If an action reverts, the last gap says why. */
export type CarriedOut = {
  readonly swaps: readonly AppliedSwap[]
  readonly steps: readonly PlanStep[]
  readonly gaps: readonly ViewGap[]
  /** The action that reverts, after which none was carried out; null if none does. */
  readonly revertedBy: Action | null
}

/** Around each size that is tried all of them are played, and a transaction may name thousands. */
export const mostSwaps = 16
/** Swaps and payments. */
const mostSteps = 96

const reverting: readonly string[] = [
  'insufficientOutput',
  'poolReverts',
  'taxedToken',
  'unsellable',
] satisfies RevertReason[]

export const toName = ({ protocol, function: name }: Action) => `${protocol}.${name}`

const isStep = ({ kind }: Action) => kind !== 'approval' && kind !== 'fee' && kind !== 'oracleUpdate'

/** Plays the swaps and payments of a transaction in their order on a view, which it changes, until one of them reverts. */
export function carryOut(
  actions: readonly Action[],
  call: LedgerOptions,
  view: PoolView,
  taxes: TokenTaxes,
): CarriedOut {
  const all = withoutTolerated(actions).filter(isStep)
  const first = all.slice(0, mostSteps)
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
      const tried = ++named > mostSwaps ? null : trySwap(action, ledger, view, taxes)
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
  if (last !== undefined && (end === 'unknown' || (ledger.hasRouters && all.length > mostSteps)))
    note('unknownLimit', last)
  if (last !== undefined && end === 'short') note('insufficientOutput', last)
  return { swaps, steps, gaps, revertedBy: end === 'short' ? (last ?? null) : null }
}

/** No block is older than the first of Ethereum. */
const firstBlockTime = 1_438_269_973n

/** Whether a contract refuses an action on any pools. */
function isRefused(action: Action, { block }: PoolView): boolean {
  if (action.isRefused === true) return true
  if (action.kind !== 'swap' || action.deadline === undefined) return false
  const { timestamp = 0n } = block ?? {}
  return action.deadline < (timestamp > firstBlockTime ? timestamp : firstBlockTime)
}

/** A swap as it goes on the view, where its pools are left as it leaves them; the reason where it cannot be computed. */
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

/** Whether a swap is limited by what is not computed: a price at which it ends, or a later use of what it gave. */
function isOpen({ hasPriceLimit, ...action }: SwapAction, { exact, amountOut }: ResolvedSwap, ledger: Ledger): boolean {
  if (hasPriceLimit === true) return true
  return exact === 'in' && amountOut === 0n && (action.amountOut === null || ledger.keeps(action))
}
