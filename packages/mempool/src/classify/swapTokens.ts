import type { Action, SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { PoolLookup } from '../tokens/derivedPools.ts'

/** Maximum lookups of tokens or pools per transaction, because calldata may name thousands and each costs hashes or calls. */
export const maxLookedUp = 8

type KnownPools = Pick<PoolLookup, 'peek' | 'peekWith'>

/** Fills in the tokens of swaps that only name pools, if the pools are known. */
export function resolveSwapTokens(actions: readonly Action[], known: KnownPools): readonly Action[] {
  let left = maxLookedUp
  return actions.map((action) => (isUnresolved(action) && left-- > 0 ? resolve(action, known) : action))
}

export function isUnresolved(action: Action): action is SwapAction {
  return action.kind === 'swap' && action.pools.length > 0 && (action.tokenIn === null || action.tokenOut === null)
}

function resolve(swap: SwapAction, known: KnownPools): SwapAction {
  const path = toPath(swap, known)
  return path === null ? swap : { ...swap, path, tokenIn: path[0] ?? null, tokenOut: path.at(-1) ?? null }
}

function toPath({ tokenIn, tokenOut, pools, isReversed }: SwapAction, known: KnownPools): readonly Address[] | null {
  if (tokenIn !== null) return walk(tokenIn, pools, known)
  if (tokenOut !== null) return walk(tokenOut, pools.toReversed(), known)?.toReversed() ?? null
  const first = pools[0] === undefined ? null : known.peek(pools[0])
  if (first === null || isReversed === null) return null
  return walk(isReversed ? first.token1 : first.token0, pools, known)
}

/** Follows the tokens from pool to pool. Each pool outputs its other token. */
function walk(from: Address, pools: readonly Address[], known: KnownPools): readonly Address[] | null {
  const path = [from]
  for (const pool of pools) {
    const token = path.at(-1) ?? from
    const tokens = known.peekWith(pool, token)
    if (tokens === null || (tokens.token0 !== token && tokens.token1 !== token)) return null
    path.push(tokens.token0 === token ? tokens.token1 : tokens.token0)
  }
  return path
}
