import type { Finding } from '../../finding.ts'
import type { ResolvedSwap } from '../../sizing/playSwap.ts'
import type { AppliedTransaction } from '../../view/applyTransaction.ts'
import type { PoolView } from '../../view/poolView.ts'
import type { DetectContext, Detector, Subject } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import { findSandwich, type SizedSandwich, toBackPath } from './findSandwich.ts'
import { toSandwichDetails } from './toSandwichDetails.ts'

/** Detects swaps whose limits allow a profitable purchase before them and a sale after them. */
export const sandwich: Detector = {
  type: 'sandwich',
  detect(context: DetectContext): readonly Finding[] {
    const { subject, before } = context
    if (subject === null || subject.applied.reverts || subject.applied.swaps.length === 0) return []
    if (subject.applied.gaps.some(({ reason }) => reason === 'unknownLimit')) return []
    const alone = toFinding(context, subject, before, [subject.applied])
    const together =
      subject.companions.length === 0
        ? null
        : toFinding(context, subject, subject.beforeCompanions, [...subject.companions, subject.applied])
    const best =
      together !== null && (alone === null || together.estimatedProfit > alone.estimatedProfit) ? together : alone
    return best === null ? [] : [best]
  },
}

function toFinding(
  context: DetectContext,
  subject: Subject,
  view: PoolView,
  victims: readonly AppliedTransaction[],
): Finding | null {
  const swaps: ResolvedSwap[] = victims.flatMap((victim) => victim.swaps.map(({ swap }) => swap))
  const sized = findSandwich(context, view, swaps)
  const details = sized && toSandwichDetails(subject.applied, context)
  if (!sized || !details) return null
  const { confidence, inputs } = toConfidence(context, [...sized.path, ...toBackPath(sized.path)])
  return {
    type: 'sandwich',
    id: `sandwich:${victims.map(({ hash }) => hash).join('+')}`,
    transactions: victims.map(({ hash }) => hash),
    blockNumber: view.blockNumber,
    estimatedProfit: sized.netProfit,
    confidence,
    inputs,
    basis: 'computed',
    swaps: toPlan(sized),
    details,
  }
}

function toPlan({ path, frontAmountIn, frontAmountOut, backAmountOut }: SizedSandwich): Finding['swaps'] {
  return [
    { position: 'before', hops: path, amountIn: frontAmountIn, amountOut: frontAmountOut },
    { position: 'after', hops: toBackPath(path), amountIn: frontAmountOut, amountOut: backAmountOut },
  ]
}
