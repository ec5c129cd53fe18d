import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import { computeSwapGain } from '../profit.ts'
import type { PoolSwap } from '../swaps/poolSwap.ts'

/** Swaps whose tokens lead back to where they began. */
export type Cycle = readonly PoolSwap[]

/**
 * The strongly connected parts of the graph of tokens, with swaps for edges, in which the pools together lost: more of at
 * least one token went out than came in, and of none more came in, up to what is left over between two hops.
 */
export function findCycles(swaps: readonly PoolSwap[]): readonly Cycle[] {
  const cyclic = toCyclic(swaps)
  return toComponents(cyclic).flatMap((component) => {
    if (new Set(component.map(({ pool }) => pool)).size < 2) return []
    return isGain(computeSwapGain(component), component) ? [component] : []
  })
}

/** Swaps that lie on a cycle: from what is bought a way leads to what was sold. */
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
    // A set yields what is added to it on the way.
    for (const token of tokens) for (const other of next.get(token) ?? []) tokens.add(other)
    reached.set(start, tokens)
    return tokens
  }
  return swaps.filter(({ tokenIn, tokenOut }) => reach(tokenOut).has(tokenIn))
}

/** Cyclic swaps that share a token belong together. */
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

/** What may be missing of a token in parts of what was moved of it: bots keep small stocks to round with. */
const tolerance = 100n

/**
 * Whether amounts by token are a gain of a cycle: more of at least one token, and of none of its tokens less, up to what is
 * left over between two hops.
 */
export function isGain(gains: Balances, cycle: Cycle): boolean {
  const moved: Balances = new Map()
  for (const { tokenIn, amountIn } of cycle) addBalance(moved, tokenIn, amountIn)
  let [gained, missed] = [0, 0]
  for (const [token, amount] of gains) {
    const through = moved.get(token) ?? 0n
    if (through <= 0n) continue
    if (amount < 0n && -amount * tolerance > through) return false
    const part = Number((amount * 1_000_000_000n) / through)
    if (part > 0) gained += part
    else missed -= part
  }
  // What is missing of one token is worth less than what is gained of another: hops move equal values.
  if (gained !== missed) return gained > missed
  return gained === 0 && isPositive(gains)
}

/** Of gains below a billionth of what was moved. */
function isPositive(gains: Balances): boolean {
  const amounts = [...gains.values()].filter((amount) => amount !== 0n)
  return amounts.length > 0 && amounts.every((amount) => amount > 0n)
}
