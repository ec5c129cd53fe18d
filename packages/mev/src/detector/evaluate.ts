import type { Hex } from 'viem'
import type { DetectContext, LiquidationInput, Terms } from '../detect/context.ts'
import { detectors } from '../detect/registry.ts'
import type { Finding } from '../finding.ts'
import type { Effect, PendingTransaction } from '../view/applyTransaction.ts'
import type { PoolSnapshot } from '../view/poolSnapshot.ts'
import { createPoolView } from '../view/poolView.ts'
import { toSubject } from './toSubject.ts'

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
