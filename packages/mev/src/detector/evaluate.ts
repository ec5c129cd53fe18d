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

type Looked = {
  readonly isQueued?: boolean
  readonly liquidations?: readonly LiquidationInput[]
  readonly effect?: Effect | null
}

/**
 * A pending transaction in its place among others, and the pools that it goes through.
 *
 * @param looked `liquidations` that could be done in place of its own, and its `effect` where that was simulated
 */
export function toPendingContext(
  entry: PendingTransaction,
  rivals: readonly PendingTransaction[],
  snapshot: PoolSnapshot,
  terms: Terms,
  looked: Looked = {},
): DetectContext {
  const { isQueued = false, liquidations = [], effect = null } = looked
  const { subject, before, after } = toSubject({ entry, rivals, snapshot, isQueued, effect, ...terms })
  const { swaps, simulated } = subject.applied
  const touched = [...new Set([...swaps.flatMap(({ swap }) => swap.hops.map(({ pool }) => pool)), ...simulated])]
  return toContext(terms, { before, after, subject, touched, liquidations })
}

/** Everything that the state itself makes possible, through pools that have changed. */
export function evaluateState(touched: readonly Hex[], snapshot: PoolSnapshot, terms: Terms): readonly Finding[] {
  return detect(toContext(terms, { before: createPoolView(snapshot), touched }))
}

export function detect(context: DetectContext): readonly Finding[] {
  return detectors.flatMap((detector) => detector.detect(context))
}

/** Findings of a context, with the best. `findAll` is null where these are all. */
export type Detected = { readonly findings: readonly Finding[]; readonly findAll: (() => Detected) | null }

const isBounded = (detector: Detector): detector is Required<Detector> => detector.bound !== undefined
const boundedDetectors = detectors.filter(isBounded)
const otherDetectors = detectors.filter((detector) => !isBounded(detector))

/** Of a transaction and those right before it. */
const mostHopsAtOnce = 6

/** Long paths take milliseconds, which the transactions that came with them do not wait for. */
function isLong({ subject }: DetectContext): boolean {
  const applied = subject === null ? [] : [subject.applied, ...subject.companions]
  const hops = applied.flatMap(({ swaps }) => swaps.map(({ swap }) => swap.hops.length))
  return hops.reduce((sum, count) => sum + count, 0) > mostHopsAtOnce
}

/**
 * What is found of a context. For the best of it nothing of long paths, and detectors that know a bound look only where they
 * may find more than the others did: as a rule a sandwich is worth more than what anybody earns after it.
 *
 * @param admit those of some findings that may be reported
 */
export function detectAdmitted(
  context: DetectContext,
  wanted: 'best' | 'all',
  admit: (findings: readonly Finding[]) => readonly Finding[],
): Detected {
  if (wanted === 'best' && isLong(context))
    return { findings: [], findAll: () => detectAdmitted(context, 'all', admit) }
  const found = admit(otherDetectors.flatMap((detector) => detector.detect(context)))
  const most = Math.max(...boundedDetectors.map((detector) => detector.bound(context)))
  const findMore = (minProfit: bigint): readonly Finding[] => {
    if (most < Number(minProfit)) return found
    const above = toContext(context, context, minProfit)
    return [...found, ...admit(boundedDetectors.flatMap((detector) => detector.detect(above)))]
  }
  const findAll = (): Detected => ({ findings: findMore(context.minProfit), findAll: null })
  const best = toBest(found)
  const isAll = wanted === 'all' || best === null || most < Number(context.minProfit)
  return isAll ? findAll() : { findings: findMore(best.estimatedProfit), findAll }
}

/** The most profitable. */
export function toBest(findings: readonly Finding[]): Finding | null {
  let best: Finding | null = null
  for (const one of findings) if (best === null || one.estimatedProfit > best.estimatedProfit) best = one
  return best
}

/** A context of what is looked at; without a subject nothing changes between before and after. */
export function toContext(
  terms: Terms,
  looked: Partial<DetectContext> & Pick<DetectContext, 'before'>,
  minProfit = terms.minProfit,
): DetectContext {
  // Field by field: spreading took a tenth of a detection.
  const { native, graph, taxes, isKnownToken, isKnownPool, cost, nextBaseFeePerGas } = terms
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
