import type { SandwichDetails } from '../../finding.ts'
import type { AppliedTransaction } from '../../view/applyTransaction.ts'
import { toOwnLimit } from '../../view/enforceLimits.ts'
import { toNativeValue } from '../../view/valuation.ts'
import type { DetectContext } from '../context.ts'

/** Describes the victim's largest swap. A limit of zero is a tolerance of 100%. */
export function toSandwichDetails(
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
