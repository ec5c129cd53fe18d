import type { SwapAction } from '@outrigger/calldata'
import { boundByPrices } from '@outrigger/calldata/internal'
import type { PoolState } from '@outrigger/defi/internal'
import { type Address, zeroAddress } from 'viem'
import type { Hop, ResolvedSwap } from '../sizing/playSwap.ts'
import type { PoolSnapshot } from './poolSnapshot.ts'

/**
 * Reason why a pending swap cannot be computed. `unknownPool`: the pool is not followed · `ambiguousPool`: the calldata does not
 * determine which of several pools is used · `unknownTokens`: the tokens do not match the pools · `hookedPool`: hooks of a
 * Uniswap V4 pool determine the outcome · `amountOnChain`: the amount is determined during execution · `longPath`: more than 8
 * pools · `repeatedPool`: the path uses a pool twice, which routers handle differently (Uniswap V2's router computes all outputs
 * from the initial state).
 */
export type UnresolvedReason =
  | 'unknownPool'
  | 'ambiguousPool'
  | 'unknownTokens'
  | 'hookedPool'
  | 'amountOnChain'
  | 'longPath'
  | 'repeatedPool'

/**
 * Maximum path length. Routers use three or four hops. Sizing replays a path for each of its pools, so its time grows with the
 * square of the hops, and long paths cost an attacker nothing.
 */
const maxHops = 8

/**
 * Resolves the pools and amounts of a decoded swap.
 *
 * @param amountIn input amount, if it is determined during execution
 * @returns the reason if the swap cannot be computed
 */
export function resolveSwap(
  action: SwapAction,
  pools: PoolSnapshot,
  amountIn: bigint | null = action.amountIn,
): ResolvedSwap | UnresolvedReason {
  const namesPools = action.pools.length > 0
  if ((namesPools ? action.pools.length : action.path.length - 1) > maxHops) return 'longPath'
  const hops = namesPools ? walkPools(action, pools) : walkPath(action, pools)
  if (typeof hops === 'string') return hops
  if (hops.length > 1 && new Set(hops.map(({ pool }) => pool)).size < hops.length) return 'repeatedPool'
  if (hops.some(({ pool }) => isHooked(pools.get(pool)))) return 'hookedPool'
  const { exact, amountOut, hopPrices } = action
  if (amountIn === null || amountIn === 0n || (exact === 'out' && amountOut === null)) return 'amountOnChain'
  const amounts = toBounded(exact, amountIn, amountOut ?? 0n, hopPrices)
  return { hops, exact, ...amounts, isTaxAware: isTaxAware(action.function), hopPrices }
}

/** Tightens the limit to the one that results from the prices of the hops. */
function toBounded(exact: 'in' | 'out', amountIn: bigint, amountOut: bigint, hopPrices: SwapAction['hopPrices']) {
  const bound = hopPrices === undefined ? null : boundByPrices(exact, exact === 'in' ? amountIn : amountOut, hopPrices)
  if (bound === null) return { amountIn, amountOut }
  if (exact === 'in') return { amountIn, amountOut: bound > amountOut ? bound : amountOut }
  return { amountIn: bound < amountIn ? bound : amountIn, amountOut }
}

/** Resolves a swap whose calldata contains pools. Each pool pays out the token that it does not receive. */
function walkPools(action: SwapAction, pools: PoolSnapshot): readonly Hop[] | UnresolvedReason {
  const states: PoolState[] = []
  for (const id of action.pools) {
    const state = pools.get(id)
    if (state === null) return 'unknownPool'
    states.push(state)
  }
  const [first] = states
  if (action.coins !== undefined) return walkCoins(action.coins, states)
  const start = action.tokenIn ?? toFirstToken(action, first)
  if (start === null || start === undefined) return 'unknownTokens'
  return states.some((pool) => 'balances' in pool) ? walkNamed(action, states, start) : walkPairs(states, start)
}

/** Resolves a path through pools of two tokens, in which the input token determines the output token. */
function walkPairs(states: readonly PoolState[], start: Address): readonly Hop[] | UnresolvedReason {
  const hops: Hop[] = []
  let tokenIn = start
  for (const { id, tokens } of states) {
    const tokenOut = tokens.find((token) => token !== tokenIn)
    if (tokenOut === undefined || !tokens.includes(tokenIn)) return 'unknownTokens'
    hops.push({ pool: id, tokenIn, tokenOut })
    tokenIn = tokenOut
  }
  return hops
}

/**
 * Resolves pools with many tokens from a complete path. The path must be complete because steps in Balancer's Vault may run in
 * parallel and Curve pools may also exchange underlying tokens.
 */
function walkNamed(
  { path }: SwapAction,
  states: readonly PoolState[],
  start: Address,
): readonly Hop[] | UnresolvedReason {
  if (path.length !== states.length + 1 || path[0] !== start) return 'unknownTokens'
  const hops: Hop[] = []
  for (const [index, { id, tokens }] of states.entries()) {
    const [tokenIn, tokenOut] = [path[index], path[index + 1]]
    if (!tokenIn || !tokenOut || tokenIn === tokenOut) return 'unknownTokens'
    if (!tokens.includes(tokenIn) || !tokens.includes(tokenOut)) return 'unknownTokens'
    hops.push({ pool: id, tokenIn, tokenOut })
  }
  return hops
}

/** Resolves a pool whose calldata contains coin indexes instead of tokens. */
function walkCoins(
  [i, j]: readonly [number, number],
  [pool, ...others]: readonly PoolState[],
): readonly Hop[] | UnresolvedReason {
  const [tokenIn, tokenOut] = [pool?.tokens[i], pool?.tokens[j]]
  if (pool === undefined || others.length > 0 || !tokenIn || !tokenOut || tokenIn === tokenOut) return 'unknownTokens'
  return [{ pool: pool.id, tokenIn, tokenOut }]
}

function toFirstToken({ isReversed }: SwapAction, first: PoolState | undefined): Address | undefined | null {
  return isReversed === null ? null : first?.tokens[isReversed ? 1 : 0]
}

/** Resolves a swap whose calldata contains tokens: the pool of the DEX, selected by fee tier if there are several. */
function walkPath(action: SwapAction, pools: PoolSnapshot): readonly Hop[] | UnresolvedReason {
  const { path, tiers, protocol } = action
  if (path.length < 2) return 'unknownTokens'
  const hops: Hop[] = []
  for (let index = 1; index < path.length; index++) {
    const [tokenIn, tokenOut] = [path[index - 1] ?? zeroAddress, path[index] ?? zeroAddress]
    const pool = selectPool(pools.byTokens(tokenIn, tokenOut), protocol, tiers?.[index - 1])
    // Stops at the first failure, because a path may list thousands of unknown tokens and the snapshot caches lookups.
    if (typeof pool !== 'object') return pool
    hops.push({ pool: pool.id, tokenIn, tokenOut })
  }
  return hops
}

function selectPool(among: readonly PoolState[], dex: string, tier: number | undefined): PoolState | UnresolvedReason {
  let only: PoolState | undefined
  for (const pool of among) {
    if (pool.dex !== dex || (tier !== undefined && !hasTier(pool, tier))) continue
    if (only !== undefined) return 'ambiguousPool'
    only = pool
  }
  return only ?? 'unknownPool'
}

function hasTier(pool: PoolState, tier: number): boolean {
  return pool.kind === 'ticks' || pool.kind === 'v4' ? pool.fee === tier || pool.tickSpacing === tier : true
}

function isHooked(pool: PoolState | null): boolean {
  return pool?.kind === 'v4' && pool.hooks !== zeroAddress
}

/** Returns true for functions that measure received amounts: some of Uniswap V2's, and exact inputs of the Universal Router. */
function isTaxAware(name: string): boolean {
  return name === 'V2_SWAP_EXACT_IN' || name.includes('SupportingFeeOnTransfer')
}
