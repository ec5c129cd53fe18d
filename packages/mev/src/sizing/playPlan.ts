import type { SwapAction } from '@outrigger/calldata'
import { exactly, Ledger, toExact } from '@outrigger/calldata/internal'
import type { PoolState } from '@outrigger/defi/internal'
import type { Hex } from 'viem'
import { type Plan, type PlayedSwap, type PoolStates, playSwap, type ResolvedSwap } from './playSwap.ts'
import type { TokenTaxes } from './tokenTaxes.ts'

/** A swap whose amounts are given in place of being played. */
export type Override = { readonly action: SwapAction; readonly played: PlayedSwap }

/** Plays the whole plan; returns the pools after it, or null where it reverts. */
export function playPlan(
  { call, steps }: Plan,
  pools: PoolStates,
  taxes: TokenTaxes,
  override?: Override,
): PoolStates | null {
  const ledger = new Ledger(
    steps.map(({ action }) => action),
    call,
  )
  let present = pools
  for (const { action, swap } of steps) {
    if (action.kind !== 'swap') {
      if (ledger.run(action) === 'short') return null
      continue
    }
    if (!swap) {
      ledger.swap(action, exactly(action.amountIn), exactly(null))
      continue
    }
    const played =
      override?.action === action ? override.played : playSwap(toGiven(action, swap, ledger), present, taxes)
    if (typeof played === 'string') return null
    present = overlay(present, played.next)
    if (ledger.swap(action, exactly(played.amountIn), exactly(played.amountOut)) === 'short') return null
  }
  return ledger.end() === 'short' ? null : present
}

/** A swap of all of a balance takes what the swaps before it have brought this time. */
function toGiven(action: SwapAction, swap: ResolvedSwap, ledger: Ledger): ResolvedSwap {
  const given = action.amountIn ?? toExact(ledger.available(action)) ?? swap.amountIn
  return given === swap.amountIn ? swap : { ...swap, amountIn: given }
}

/** More than any balance. */
const unlimited = 2n ** 127n

/**
 * The swap with the limit that its plan enforces, if the other swaps go as they are played here: no less output, or no more
 * input, lets the plan pass.
 *
 * @param played the swap's amounts as it is played, with which the plan passes
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
    return playPlan(plan, pools, taxes, { action, played: { ...played, ...amounts } }) !== null
  }
  const stated = isExactIn ? swap.amountOut : swap.amountIn < unlimited ? swap.amountIn : unlimited
  const limit = passes(stated) ? stated : halve(passes, stated, isExactIn ? played.amountOut : played.amountIn)
  return { ...swap, ...(isExactIn ? { amountOut: limit } : { amountIn: limit }), plan: null }
}

/** The amount nearest to `refused` that passes. */
function halve(passes: (amount: bigint) => boolean, refused: bigint, passing: bigint): bigint {
  let [bad, good] = [refused, passing]
  while (good - bad > 1n || bad - good > 1n) {
    const middle = (bad + good) / 2n
    if (passes(middle)) good = middle
    else bad = middle
  }
  return good
}

/** Whether a swap states any limit itself. */
export function hasLimit({ exact, amountIn, amountOut }: ResolvedSwap): boolean {
  return exact === 'in' ? amountOut > 0n : amountIn < unlimited
}

/** Pools with some of them changed. */
export function overlay(pools: PoolStates, changed: readonly PoolState[]): PoolStates {
  const byId = new Map<Hex, PoolState>(changed.map((pool) => [pool.id, pool]))
  return { get: (id) => byId.get(id) ?? pools.get(id) }
}
