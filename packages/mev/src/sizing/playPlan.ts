import type { SwapAction } from '@outrigger/calldata'
import { exactly, Ledger, toExact } from '@outrigger/calldata/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import { type Plan, type PlayedSwap, type PoolStates, playSwap, type ResolvedSwap } from './playSwap.ts'
import type { TokenTaxes } from './tokenTaxes.ts'

/** Swap with given amounts, which is not played. */
export type Override = { readonly action: SwapAction; readonly played: PlayedSwap }

/** Plays a whole plan. Returns the resulting pools, or null if the plan reverts. */
export function playPlan(
  { call, steps }: Plan,
  pools: PoolStates,
  taxes: TokenTaxes,
  overrides: readonly Override[] = [],
): PoolStates | null {
  const ledger = new Ledger(
    steps.map(({ action }) => action),
    call,
  )
  let current = pools
  for (const { action, swap } of steps) {
    if (action.kind !== 'swap') {
      if (ledger.run(action) === 'short') return null
      continue
    }
    if (!swap) {
      ledger.swap(action, exactly(action.amountIn), exactly(null))
      continue
    }
    const override = overrides.find((one) => one.action === action)
    const played = override?.played ?? playSwap(toGiven(action, swap, ledger), current, taxes)
    if (typeof played === 'string') return null
    current = overlay(current, played.next)
    if (ledger.swap(action, exactly(played.amountIn), exactly(played.amountOut)) === 'short') return null
  }
  return ledger.end() === 'short' ? null : current
}

/** Returns the swap with its input in this run. A swap of a whole balance uses the output of the preceding swaps. */
function toGiven(action: SwapAction, swap: ResolvedSwap, ledger: Ledger): ResolvedSwap {
  const given = action.amountIn ?? toExact(ledger.available(action)) ?? swap.amountIn
  return given === swap.amountIn ? swap : { ...swap, amountIn: given }
}

/** Amounts from here on are unlimited. They exceed any balance. */
const unlimited = 2n ** 127n

/**
 * Returns the swap with the limit that its plan enforces while its other swaps stay as played here: the lowest output, or the
 * highest input, with which the plan succeeds.
 *
 * @param played amounts of the swap, with which the plan succeeds
 */
export function toEnforced(
  plan: Plan,
  { action, swap, played }: Override & { readonly swap: ResolvedSwap },
  pools: PoolStates,
  taxes: TokenTaxes,
): ResolvedSwap {
  const isExactIn = swap.exact === 'in'
  const passes = (amount: bigint) => {
    const amounts = isExactIn ? { amountOut: amount } : { amountIn: amount }
    return playPlan(plan, pools, taxes, [{ action, played: { ...played, ...amounts } }]) !== null
  }
  const ownLimit = isExactIn ? swap.amountOut : swap.amountIn < unlimited ? swap.amountIn : unlimited
  const limit = passes(ownLimit)
    ? ownLimit
    : bisectLimit(passes, ownLimit, isExactIn ? played.amountOut : played.amountIn)
  return { ...swap, ...(isExactIn ? { amountOut: limit } : { amountIn: limit }), plan: null }
}

/** Returns the amount closest to `rejected` that passes, by bisection. */
function bisectLimit(passes: (amount: bigint) => boolean, rejected: bigint, passing: bigint): bigint {
  let [bad, good] = [rejected, passing]
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (bad + good) / 2n
    if (passes(middle)) good = middle
    else bad = middle
  }
  return good
}

/** Returns true if the swap itself has a limit. */
export function hasLimit({ exact, amountIn, amountOut }: ResolvedSwap): boolean {
  return exact === 'in' ? amountOut > 0n : amountIn < unlimited
}

/** Returns a view of the pools with some of them replaced. */
export function overlay(pools: PoolStates, changed: readonly PoolState[]): PoolStates {
  const byId = new Map<Hex, PoolState>(changed.map((pool) => [pool.id, pool]))
  return { get: (id) => byId.get(id) ?? pools.get(id) }
}
