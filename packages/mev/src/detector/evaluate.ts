import type { Hex } from 'viem'
import type { DetectContext, Detector, Terms } from '../detect/context.ts'
import type { LiquidationInput } from '../detect/liquidation/liquidationInput.ts'
import { detectors } from '../detect/registry.ts'
import type { Finding } from '../finding.ts'
import type { PendingTransaction } from '../view/applyTransaction.ts'
import type { Effect } from '../view/effect.ts'
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

/** Findings of a context. `isComplete` is false if not all detectors have run. An evaluation of `all` may then find more. */
export type Detected = { readonly findings: readonly Finding[]; readonly isComplete: boolean }

const isBounded = (detector: Detector): detector is Required<Detector> => detector.bound !== undefined
const boundedDetectors = detectors.filter(isBounded)
const otherDetectors = detectors.filter((detector) => !isBounded(detector))

/** Largest number of hops, in a transaction and its companions, for an immediate evaluation. */
const mostHopsAtOnce = 6

/** Returns whether a context has long paths. These take milliseconds, which would delay the other transactions of the batch. */
function isLong({ subject }: DetectContext): boolean {
  const applied = subject === null ? [] : [subject.applied, ...subject.companions]
  const hops = applied.flatMap(({ swaps }) => swaps.map(({ swap }) => swap.hops.length))
  return hops.reduce((sum, count) => sum + count, 0) > mostHopsAtOnce
}

/**
 * Returns the findings of a context that may be reported. With `best`, a context with long paths is left to a complete evaluation.
 * In other contexts, detectors with a profit bound run only if they may beat the best finding of the other detectors. They can often
 * be skipped, because a sandwich usually earns more than any finding after the transaction.
 *
 * @param admit returns the findings that may be reported
 */
export function detectAdmitted(
  context: DetectContext,
  wanted: 'best' | 'all',
  admit: (findings: readonly Finding[]) => readonly Finding[],
): Detected {
  if (wanted === 'best' && isLong(context)) return { findings: [], isComplete: false }
  const found = admit(otherDetectors.flatMap((detector) => detector.detect(context)))
  const best = toBest(found)
  const isComplete = wanted === 'all' || best === null
  const minProfit = isComplete ? context.minProfit : best.estimatedProfit
  const most = Math.max(...boundedDetectors.map((detector) => detector.bound(context)))
  if (most < Number(minProfit)) return { findings: found, isComplete: isComplete || most < Number(context.minProfit) }
  // The same context with a higher minimum profit.
  const above = toContext(context, context, minProfit)
  return { findings: [...found, ...admit(boundedDetectors.flatMap((detector) => detector.detect(above)))], isComplete }
}

/** Returns the most profitable finding. */
export function toBest(findings: readonly Finding[]): Finding | null {
  let best: Finding | null = null
  for (const one of findings) if (best === null || one.estimatedProfit > best.estimatedProfit) best = one
  return best
}

/** Creates a context for the detectors. Without a subject, `after` equals `before`. */
export function toContext(
  terms: Terms,
  parts: Partial<DetectContext> & Pick<DetectContext, 'before'>,
  minProfit = terms.minProfit,
): DetectContext {
  // Copies each field, because a spread took a tenth of the detection time.
  const { native, graph, taxes, isKnownToken, isKnownPool, cost, nextBaseFeePerGas } = terms
  const { before, after = before, touched = [], subject = null, liquidations = [], copied = null } = parts
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
