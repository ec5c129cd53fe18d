import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import { computeSwapGain } from '../profit.ts'
import type { PoolSwap } from '../swaps/poolSwap.ts'

/** Swaps that form a closed path of tokens. */
export type Cycle = readonly PoolSwap[]

/**
 * Returns the groups of swaps that form cycles and in which the pools lost: they paid out more of at least one token than
 * they received, and not less of any other, apart from rounding between two hops. The groups are the strongly connected
 * components of a graph whose nodes are tokens and whose edges are swaps.
 */
export function findCycles(swaps: readonly PoolSwap[]): readonly Cycle[] {
  const cyclic = toCyclic(swaps)
  return toComponents(cyclic).flatMap((component) => {
    if (new Set(component.map(({ pool }) => pool)).size < 2) return []
    return isGain(computeSwapGain(component), component) ? [component] : []
  })
}

/** Returns the swaps that are part of a cycle: a path leads from the bought token back to the sold token. */
export function toCyclic(swaps: readonly PoolSwap[]): readonly PoolSwap[] {
  const next = new Map<Address, Set<Address>>()
  for (const { tokenIn, tokenOut } of swaps) {
    const tokens = next.get(tokenIn)
    if (tokens === undefined) next.set(tokenIn, new Set([tokenOut]))
    else tokens.add(tokenOut)
  }
  const reached = new Map<Address, ReadonlySet<Address>>()
  const reach = (start: Address): ReadonlySet<Address> => {
    const known = reached.get(start)
    if (known !== undefined) return known
    const tokens = new Set<Address>([start])
    // Iterating a set includes the elements that are added during the loop.
    for (const token of tokens) for (const other of next.get(token) ?? []) tokens.add(other)
    reached.set(start, tokens)
    return tokens
  }
  return swaps.filter(({ tokenIn, tokenOut }) => reach(tokenOut).has(tokenIn))
}

/** Groups cyclic swaps that share a token. */
function toComponents(swaps: readonly PoolSwap[]): readonly (readonly PoolSwap[])[] {
  let components: { tokens: Set<Address>; swaps: PoolSwap[] }[] = []
  for (const swap of swaps) {
    const touching = components.filter(({ tokens }) => tokens.has(swap.tokenIn) || tokens.has(swap.tokenOut))
    const merged = {
      tokens: new Set([swap.tokenIn, swap.tokenOut, ...touching.flatMap(({ tokens }) => [...tokens])]),
      swaps: [...touching.flatMap((component) => component.swaps), swap],
    }
    components = [...components.filter((component) => !touching.includes(component)), merged]
  }
  return components.map((component) => component.swaps)
}

/** Inverse of the allowed shortfall of a token: 1% of the moved amount, because bots keep small balances for rounding. */
const tolerance = 100n

/**
 * Returns true if the amounts are a cycle's gain: more of at least one token, and less of none of its tokens, apart from rounding
 * between two hops.
 */
export function isGain(gains: Balances, cycle: Cycle): boolean {
  const moved: Balances = new Map()
  for (const { tokenIn, amountIn } of cycle) addBalance(moved, tokenIn, amountIn)
  let [gained, lost] = [0, 0]
  for (const [token, amount] of gains) {
    const volume = moved.get(token) ?? 0n
    if (volume <= 0n) continue
    if (amount < 0n && -amount * tolerance > volume) return false
    const part = Number((amount * 1_000_000_000n) / volume)
    if (part > 0) gained += part
    else lost -= part
  }
  // The shortfall of one token must be worth less than the gain of another. Each hop moves equal values.
  if (gained !== lost) return gained > lost
  return gained === 0 && isPositive(gains)
}

/** Compares gains below a billionth of the moved amount exactly. */
function isPositive(gains: Balances): boolean {
  const amounts = [...gains.values()].filter((amount) => amount !== 0n)
  return amounts.length > 0 && amounts.every((amount) => amount > 0n)
}
