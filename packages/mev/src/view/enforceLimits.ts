import type { SwapAction } from '@outrigger/calldata'
import { hasLimit, playPlan, toEnforced } from '../sizing/playPlan.ts'
import type { Plan, PlayedSwap, PoolStates, ResolvedSwap } from '../sizing/playSwap.ts'
import type { TokenTaxes } from '../sizing/tokenTaxes.ts'

/** One swap of a transaction as it would go on the pools before it. */
export type AppliedSwap = { readonly action: SwapAction; readonly swap: ResolvedSwap; readonly played: PlayedSwap }

/**
 * The swaps with the limits that their routers enforce when they pay out. One swap carries the limit itself; of several each
 * carries the plan, as a limit may be checked of their sum.
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

/** A swap with its own limit, the other swaps of its plan as they go on these pools. */
export function toOwnLimit({ action, swap, played }: AppliedSwap, pools: PoolStates, taxes: TokenTaxes): ResolvedSwap {
  return swap.plan ? toEnforced(swap.plan, { action, swap, played }, pools, taxes) : swap
}

/** Whether nothing that is known limits a swap: neither it nor its plan. */
export function isUnlimited({ action, swap, played }: AppliedSwap, pools: PoolStates, taxes: TokenTaxes): boolean {
  if (hasLimit(swap)) return false
  if (!swap.plan) return true
  const none = swap.exact === 'in' ? { amountOut: 0n } : { amountIn: swap.amountIn }
  return playPlan(swap.plan, pools, taxes, { action, played: { ...played, ...none } }) !== null
}
