import type { Action, SwapAction } from '@outrigger/calldata'
import { takesOwn } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import type { SwapDetails } from './classification.ts'
import type { SwapSender } from './playActions.ts'
import { sum } from './sum.ts'
import { readLimits } from './swapLimits.ts'

/**
 * Combines the swaps of a transaction: from the input token of the first swap to the output token of the last leg of its
 * route. Parallel legs are summed and consecutive legs are joined. Unrelated swaps after the first route remain in `actions`
 * only. If a swap spends a whole balance, the native currency that was wrapped for it counts. If the router checks limits at
 * its payout, those limits count.
 *
 * @returns null if the calldata does not contain both tokens
 */
export function toSwapDetails(
  actions: readonly Action[],
  sender: SwapSender,
  wrapped: Address | null,
): SwapDetails | null {
  const swaps = actions.filter((action) => action.kind === 'swap')
  const [first] = swaps
  if (first === undefined || first.tokenIn === null) return null
  const { tokenIn, exact } = first
  const tokenOut = toEnd(swaps, first.tokenOut)
  if (tokenOut === null) return null
  const route = toRoute(swaps, tokenIn, tokenOut)

  const entries = route.filter((swap) => swap.tokenIn === tokenIn)
  const exits = route.filter((swap) => swap.tokenOut === tokenOut)
  const wraps = actions.flatMap((action) => (action.kind === 'wrap' && action.token === tokenIn ? [action] : []))
  const isUnwrapped = actions.some((action) => action.kind === 'unwrap' && action.token === tokenOut)
  const { value } = sender
  const isNativeIn =
    entries.some((swap) => swap.isNativeIn) ||
    (tokenIn === wrapped && !entries.some((swap) => swap.nativeFirst) && wraps.length > 0)
  const isNativeOut = exits.some((swap) => swap.isNativeOut) || isUnwrapped
  const { most, least } = readLimits(actions, sender, { tokenIn, tokenOut, swaps: route, entries, exits, wrapped })
  // The output of other swaps may add to the input.
  const isFed = swaps.some((swap) => swap.tokenOut === tokenIn)
  return {
    dex: first.protocol,
    exact,
    tokenIn,
    tokenOut,
    amountIn: most ?? (isFed ? null : (sum(wraps.map(({ amount }) => amount)) ?? (isNativeIn ? value : null))),
    amountOut: least,
    path: join(route),
    isNativeIn,
    isNativeOut,
  }
}

/** Returns the last token of the first swap's route, which continues while a later swap spends the output. */
function toEnd(swaps: readonly SwapAction[], tokenOut: Address | null): Address | null {
  return swaps
    .slice(1)
    .reduce((end, swap) => (end !== null && swap.tokenIn === end && !takesOwn(swap) ? swap.tokenOut : end), tokenOut)
}

/** Returns the swaps that lead from one token to the other, in order. */
function toRoute(swaps: readonly SwapAction[], tokenIn: Address, tokenOut: Address): readonly SwapAction[] {
  const [reached, leading] = [new Set<Address | null>([tokenIn]), new Set<Address | null>([tokenOut])]
  for (const swap of swaps) if (reached.has(swap.tokenIn) && !takesOwn(swap)) reached.add(swap.tokenOut)
  for (const swap of swaps.toReversed()) if (leading.has(swap.tokenOut)) leading.add(swap.tokenIn)
  return swaps.filter((swap) => reached.has(swap.tokenIn) && leading.has(swap.tokenOut))
}

/** Returns the tokens of the first path through the route. */
function join([first, ...others]: readonly SwapAction[]): readonly Address[] {
  // Most routes have one swap, whose own list is complete.
  if (first === undefined || others.length === 0) return first?.path ?? []
  const path = [...first.path]
  for (const swap of others) if (swap.tokenIn === path.at(-1)) path.push(...swap.path.slice(1))
  return path
}
