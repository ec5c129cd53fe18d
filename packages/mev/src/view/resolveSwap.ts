import type { SwapAction } from '@outrigger/calldata'
import { boundByPrices } from '@outrigger/calldata/internal'
import type { PoolState } from '@outrigger/defi/internal'
import { type Address, zeroAddress } from 'viem'
import type { Hop, ResolvedSwap } from '../sizing/playSwap.ts'
import type { PoolSnapshot } from './poolSnapshot.ts'

/**
 * Why a pending swap cannot be computed: `unknownPool` it goes through a pool that is not followed · `ambiguousPool` the
 * calldata does not report which of several · `unknownTokens` it names no tokens that its pools would name · `hookedPool` a
 * Uniswap V4 pool whose hooks decide · `amountOnChain` how much is decided while it runs · `longPath` it goes through more than
 * eight pools · `repeatedPool` it goes through one pool twice, where routers differ: Uniswap V2's asks for outputs of the pool
 * as it was before.
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
 * Routers look for three or four. What is sized around a path plays it again and again, for each of its pools: its time grows
 * with the square of the hops, and a path of thousands costs its sender nothing.
 */
const mostHops = 8

/**
 * The pools of a decoded swap, and its amounts.
 *
 * @param amountIn what it takes, where the chain decides
 * @returns the reason where the swap cannot be computed
 */
export function resolveSwap(
  action: SwapAction,
  pools: PoolSnapshot,
  amountIn: bigint | null = action.amountIn,
): ResolvedSwap | UnresolvedReason {
  const namesPools = action.pools.length > 0
  if ((namesPools ? action.pools.length : action.path.length - 1) > mostHops) return 'longPath'
  const hops = namesPools ? walkPools(action, pools) : walkPath(action, pools)
  if (typeof hops === 'string') return hops
  if (hops.length > 1 && new Set(hops.map(({ pool }) => pool)).size < hops.length) return 'repeatedPool'
  if (hops.some(({ pool }) => isHooked(pools.get(pool)))) return 'hookedPool'
  const { exact, amountOut, hopPrices } = action
  if (amountIn === null || amountIn === 0n || (exact === 'out' && amountOut === null)) return 'amountOnChain'
  const amounts = toBounded(exact, amountIn, amountOut ?? 0n, hopPrices)
  return { hops, exact, ...amounts, isTaxAware: isTaxAware(action.function), hopPrices }
}

/** The amounts with the limit that the prices of the hops come to, where it is the tighter one. */
function toBounded(exact: 'in' | 'out', amountIn: bigint, amountOut: bigint, hopPrices: SwapAction['hopPrices']) {
  const bound = hopPrices === undefined ? null : boundByPrices(exact, exact === 'in' ? amountIn : amountOut, hopPrices)
  if (bound === null) return { amountIn, amountOut }
  if (exact === 'in') return { amountIn, amountOut: bound > amountOut ? bound : amountOut }
  return { amountIn: bound < amountIn ? bound : amountIn, amountOut }
}

/** Swaps that name their pools: each gives the token that it does not take. */
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
  return states.some((pool) => 'balances' in pool) ? walkNamed(action, states, start) : walkTwos(states, start)
}

/** Pools of two tokens show by themselves what they give. */
function walkTwos(states: readonly PoolState[], start: Address): readonly Hop[] | UnresolvedReason {
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
 * Pools of many tokens give what the path names next, which must be whole: steps of Balancer's Vault may go side by side, and
 * Curve's pools exchange what their coins stand for as well.
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

/** A pool that counts its coins: they are known, whatever the calldata knows of them. */
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

/** Swaps that name tokens: the pool of the DEX, by its fee tier where it has several. */
function walkPath(action: SwapAction, pools: PoolSnapshot): readonly Hop[] | UnresolvedReason {
  const { path, tiers, protocol } = action
  if (path.length < 2) return 'unknownTokens'
  const hops: Hop[] = []
  for (let index = 1; index < path.length; index++) {
    const [tokenIn, tokenOut] = [path[index - 1] ?? zeroAddress, path[index] ?? zeroAddress]
    const pool = selectPool(pools.byTokens(tokenIn, tokenOut), protocol, tiers?.[index - 1])
    // At once: a path may name thousands of tokens that no pool has, and the snapshot remembers what it was asked for.
    if (typeof pool !== 'object') return pool
    hops.push({ pool: pool.id, tokenIn: toOwn(pool, tokenIn), tokenOut: toOwn(pool, tokenOut) })
  }
  // Copied to its length: findings keep it.
  return [...hops]
}

/** The pool's own string of a token: what is compared with it from here on is the same object, and not read as a whole. */
function toOwn({ tokens }: PoolState, token: Address): Address {
  return tokens.find((one) => one === token) ?? token
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

/** Routers that measure what arrives: those functions of Uniswap V2's, and the Universal Router's exact inputs. */
function isTaxAware(name: string): boolean {
  return name === 'V2_SWAP_EXACT_IN' || name.includes('SupportingFeeOnTransfer')
}
