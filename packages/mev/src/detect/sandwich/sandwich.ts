import type { Finding, SandwichDetails } from '../../finding.ts'
import { toBackPath } from '../../sizing/computeSandwichSize.ts'
import type { ResolvedSwap } from '../../sizing/playSwap.ts'
import type { AppliedTransaction } from '../../view/applyTransaction.ts'
import { toOwnLimit } from '../../view/enforceLimits.ts'
import type { PoolView } from '../../view/poolView.ts'
import { toNativeValue } from '../../view/valuation.ts'
import type { DetectContext, Detector, Subject } from '../context.ts'
import { toConfidence } from '../toConfidence.ts'
import { findSandwich, type SizedSandwich } from './findSandwich.ts'

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

/** Describes the victim's largest swap. A limit of zero is a tolerance of 100%. */
function toSandwichDetails(
  { swaps }: AppliedTransaction,
  { before, native, taxes }: Pick<DetectContext, 'before' | 'native' | 'taxes'>,
): SandwichDetails | null {
  const valued = swaps.map((applied) => {
    const { played } = applied
    const swap = toOwnLimit(applied, before, taxes)
    const token = swap.hops[0]?.tokenIn ?? native
    const value = toNativeValue(before, native, token, played.amountIn, taxes) ?? 0n
    const [given, limit] = swap.exact === 'in' ? [played.amountOut, swap.amountOut] : [swap.amountIn, played.amountIn]
    return { value, tolerance: given === 0n ? 0 : Number(((given - limit) * 1_000_000n) / given) / 10_000 }
  })
  const [largest] = valued.sort((a, b) => (a.value < b.value ? 1 : -1))
  if (largest === undefined) return null
  return { victimValueEth: Number(largest.value) / 1e18, slippageTolerance: Math.max(0, largest.tolerance) }
}
