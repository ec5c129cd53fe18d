import { computeEffectiveTip } from '@outrigger/mempool/internal'
import type { Hex } from 'viem'
import type { DetectContext, LiquidationInput, Rivalry, Subject, Terms } from '../detect/context.ts'
import { detectors } from '../detect/registry.ts'
import type { Finding } from '../finding.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'
import {
  type AppliedTransaction,
  applyEffect,
  applyTransaction,
  type Effect,
  type PendingTransaction,
} from '../view/applyTransaction.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView, type PoolView } from '../view/poolView.ts'
import { predictOrder } from '../view/predictOrder.ts'

type PendingParts = {
  readonly isQueued?: boolean
  readonly liquidations?: readonly LiquidationInput[]
  readonly effect?: Effect | null
}

/**
 * Creates the context of a pending transaction: its position among its rivals, and the pools that it changes.
 *
 * @param parts `liquidations` that could replace the transaction's own liquidation, and its simulated `effect`, if known
 */
export function toPendingContext(
  entry: PendingTransaction,
  rivals: readonly PendingTransaction[],
  snapshot: PoolSnapshot,
  terms: Terms,
  parts: PendingParts = {},
): DetectContext {
  const { isQueued = false, liquidations = [], effect = null } = parts
  const { subject, before, after } = toSubject({ entry, rivals, snapshot, isQueued, effect, ...terms })
  const { swaps, simulated } = subject.applied
  const touched = [...new Set([...swaps.flatMap(({ swap }) => swap.hops.map(({ pool }) => pool)), ...simulated])]
  return toContext(terms, { before, after, subject, touched, liquidations })
}

/** Returns the findings on the current state through the given pools, without pending transactions. */
export function evaluateState(touched: readonly Hex[], snapshot: PoolSnapshot, terms: Terms): readonly Finding[] {
  return detect(toContext(terms, { before: createPoolView(snapshot), touched }))
}

export function detect(context: DetectContext): readonly Finding[] {
  return detectors.flatMap((detector) => detector.detect(context))
}

/** Returns the most profitable finding. */
export function toBest(findings: readonly Finding[]): Finding | null {
  let best: Finding | null = null
  for (const one of findings) if (best === null || one.estimatedProfit > best.estimatedProfit) best = one
  return best
}

/** Creates a context for the detectors. Without a subject, `after` equals `before`. */
export function toContext(terms: Terms, parts: Partial<DetectContext> & Pick<DetectContext, 'before'>): DetectContext {
  return { after: parts.before, touched: [], subject: null, liquidations: [], copied: null, ...terms, ...parts }
}

type SubjectInput = {
  readonly entry: PendingTransaction
  readonly snapshot: PoolSnapshot
  /** Other pending swaps through the same pools. */
  readonly rivals: readonly PendingTransaction[]
  readonly nextBaseFeePerGas: bigint
  readonly isQueued: boolean
  readonly taxes: TokenTaxes
  /** Simulated effect of the transaction on the snapshot. Null if the effect is computed from calldata. */
  readonly effect: Effect | null
}

/** A pending transaction in its expected position among its rivals, and the pools before and after the transaction. */
type PlacedSubject = { readonly subject: Subject; readonly before: PoolView; readonly after: PoolView }

const mostCompanions = 2
/** Largest `tipMargin`, which also applies without rivals. */
const clear = 3

/** Plays the rivals that are expected before the transaction, and then the transaction. */
function toSubject(input: SubjectInput): PlacedSubject {
  const { entry, snapshot, isQueued, taxes, effect } = input
  const allAhead = toAhead(input)
  // The simulated effect does not include earlier rivals.
  const ahead = effect === null ? allAhead : []
  const before = createPoolView(snapshot)
  const views: PoolView[] = []
  const applied: AppliedTransaction[] = []
  for (const rival of ahead) {
    views.push(before.fork())
    applied.push(applyTransaction(rival, before, taxes))
  }
  const after = before.fork()
  const computed = applyTransaction(entry, after, taxes)
  const own = effect === null ? computed : applyEffect(computed, effect, after)
  const count = countCompanions(applied, own)
  const subject: Subject = {
    entry,
    applied: own,
    isQueued,
    rivalry: toRivalry(input, allAhead.length),
    companions: count === 0 ? [] : applied.slice(-count),
    beforeCompanions: (count === 0 ? undefined : views.at(-count)) ?? before,
  }
  return { subject, before, after }
}

/** Returns the rivals that are expected before the transaction. */
function toAhead({ entry, rivals, nextBaseFeePerGas }: SubjectInput): readonly PendingTransaction[] {
  if (rivals.length === 0) return rivals
  const order = predictOrder([...rivals, entry], nextBaseFeePerGas)
  return order.slice(0, Math.max(0, order.indexOf(entry)))
}

/** Counts the transactions directly before the subject that swap through the subject's first pool in the same direction. */
function countCompanions(ahead: readonly AppliedTransaction[], own: AppliedTransaction): number {
  const first = own.swaps[0]?.swap.hops[0]
  let count = 0
  for (const { swaps, reverts, gaps } of ahead.toReversed()) {
    const isAlike = swaps.some(({ swap }) =>
      swap.hops.some(({ pool, tokenIn }) => pool === first?.pool && tokenIn === first.tokenIn),
    )
    if (count === mostCompanions || reverts || gaps.length > 0 || !isAlike) break
    count += 1
  }
  return count
}

function toRivalry({ entry, rivals, nextBaseFeePerGas }: SubjectInput, before: number): Rivalry {
  if (rivals.length === 0) return { before: 0, after: 0, tipMargin: clear }
  const tipOf = ({ transaction: { maxFeePerGas, maxPriorityFeePerGas } }: PendingTransaction) =>
    Number(computeEffectiveTip({ maxFeePerGas, maxPriorityFeePerGas, nextBaseFeePerGas }))
  const own = tipOf(entry)
  const margins = rivals.map((rival) => {
    const tip = tipOf(rival)
    return Math.log1p(Math.abs(own - tip) / Math.max(Math.abs(tip), Math.abs(own), 1))
  })
  return {
    before,
    after: rivals.length - before,
    tipMargin: Math.min(clear, ...margins),
  }
}
