import type { SwapAction } from '@outrigger/calldata'
import { hasLimit, playPlan, toEnforced } from '../sizing/playPlan.ts'
import type { Plan, PlayedSwap, PoolStates, ResolvedSwap } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'

/** Swap of a transaction, played on the pools before it. */
export type AppliedSwap = { readonly action: SwapAction; readonly swap: ResolvedSwap; readonly played: PlayedSwap }

/**
 * Adds the limits that routers enforce on payouts. A single swap gets the limit itself. Several swaps get the plan, because a
 * limit may apply to the sum of their outputs.
 */
export function enforceLimits(
  swaps: readonly AppliedSwap[],
  plan: Plan,
  pools: PoolStates,
  taxes: TokenTaxes,
): readonly AppliedSwap[] {
  const isPlanned = plan.steps.some(({ action, swap }) => swap === undefined || action.amountIn === null)
  if (!isPlanned) return swaps
  const [only] = swaps
  if (swaps.length === 1 && only !== undefined) return [{ ...only, swap: toEnforced(plan, only, pools, taxes) }]
  return swaps.map((applied) => ({ ...applied, swap: { ...applied.swap, plan } }))
}

/** Returns the swap with its own limit, while the other swaps of its plan stay as played on these pools. */
export function toOwnLimit({ action, swap, played }: AppliedSwap, pools: PoolStates, taxes: TokenTaxes): ResolvedSwap {
  return swap.plan ? toEnforced(swap.plan, { action, swap, played }, pools, taxes) : swap
}

/**
 * Returns true if the swaps of a plan share a limit, so that not all of them can lose what their own limits permit: a limit applies to
 * the sum of their outputs, or one swap pays for another.
 */
export function shareLimit(applied: readonly AppliedSwap[], pools: PoolStates, taxes: TokenTaxes): boolean {
  const plan = applied[0]?.swap.plan
  if (!plan || applied.length < 2) return false
  if (applied.slice(1).some(({ action }) => action.amountIn === null)) return true
  const atLimits = applied.map((one) => {
    const { exact, amountIn, amountOut } = toOwnLimit(one, pools, taxes)
    return { action: one.action, played: { ...one.played, ...(exact === 'in' ? { amountOut } : { amountIn }) } }
  })
  return playPlan(plan, pools, taxes, atLimits) === null
}

/** Returns true if neither the swap nor its plan has a known limit. */
export function isUnlimited({ action, swap, played }: AppliedSwap, pools: PoolStates, taxes: TokenTaxes): boolean {
  if (hasLimit(swap)) return false
  if (!swap.plan) return true
  const none = swap.exact === 'in' ? { amountOut: 0n } : { amountIn: swap.amountIn }
  return playPlan(swap.plan, pools, taxes, [{ action, played: { ...played, ...none } }]) !== null
}
