import type { Hex } from 'viem'
import type { DetectContext, Terms } from '../detect/context.ts'
import type { LiquidationInput } from '../detect/liquidation/liquidationInput.ts'
import { detectors } from '../detect/registry.ts'
import type { Finding } from '../finding.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import { toSubject } from './toSubject.ts'

/**
 * Everything found around one pending transaction.
 *
 * @param liquidations that could be done in place of its own
 */
export function evaluatePending(
  entry: PendingTransaction,
  rivals: readonly PendingTransaction[],
  snapshot: PoolSnapshot,
  terms: Terms,
  isQueued = false,
  liquidations: readonly LiquidationInput[] = [],
): readonly Finding[] {
  const { subject, before, after } = toSubject({ entry, rivals, snapshot, isQueued, ...terms })
  const touched = [...new Set(subject.applied.swaps.flatMap(({ swap }) => swap.hops.map(({ pool }) => pool)))]
  return detect(toContext(terms, { before, after, subject, touched, liquidations }))
}

/** Everything that the state itself makes possible, through pools that have changed. */
export function evaluateState(touched: readonly Hex[], snapshot: PoolSnapshot, terms: Terms): readonly Finding[] {
  return detect(toContext(terms, { before: createPoolView(snapshot), touched }))
}

export function detect(context: DetectContext): readonly Finding[] {
  return detectors.flatMap((detector) => detector.detect(context))
}

/** A context of what is looked at; without a subject nothing changes between before and after. */
export function toContext(terms: Terms, looked: Partial<DetectContext> & Pick<DetectContext, 'before'>): DetectContext {
  // Field by field: spreading took a tenth of a detection.
  const { native, graph, taxes, isKnownToken, isKnownPool, cost, minProfit, nextBaseFeePerGas } = terms
  const { before, after = before, touched = [], subject = null, liquidations = [], copied = null } = looked
  return {
    native,
    graph,
    taxes,
    isKnownToken,
    isKnownPool,
    cost,
    minProfit,
    nextBaseFeePerGas,
    before,
    after,
    touched,
    subject,
    liquidations,
    copied,
  }
}
