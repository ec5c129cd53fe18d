import type { Action, SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import type { PoolBook } from '../tokens/poolBook.ts'

/** Tokens or pools of one transaction that are looked up: calldata may name thousands, each at the cost of hashes or calls. */
export const maxLookedUp = 8

type Book = Pick<PoolBook, 'peek' | 'peekWith'>

/** Fills in the tokens of swaps that name pools only, as far as the book knows the pools; the rest stays as it is. */
export function resolvePools(actions: readonly Action[], book: Book): readonly Action[] {
  let left = maxLookedUp
  return actions.map((action) => (isUnresolved(action) && left-- > 0 ? resolve(action, book) : action))
}

export function isUnresolved(action: Action): action is SwapAction {
  return action.kind === 'swap' && action.pools.length > 0 && (action.tokenIn === null || action.tokenOut === null)
}

function resolve(swap: SwapAction, book: Book): SwapAction {
  const path = toPath(swap, book)
  return path === null ? swap : { ...swap, path, tokenIn: path[0] ?? null, tokenOut: path.at(-1) ?? null }
}

function toPath({ tokenIn, tokenOut, pools, isReversed }: SwapAction, book: Book): readonly Address[] | null {
  if (tokenIn !== null) return walk(tokenIn, pools, book)
  if (tokenOut !== null) return walk(tokenOut, pools.toReversed(), book)?.toReversed() ?? null
  const first = pools[0] === undefined ? null : book.peek(pools[0])
  if (first === null || isReversed === null) return null
  return walk(isReversed ? first.token1 : first.token0, pools, book)
}

/** From pool to pool: what one does not take, it gives. */
function walk(from: Address, pools: readonly Address[], book: Book): readonly Address[] | null {
  const path = [from]
  for (const pool of pools) {
    const token = path.at(-1) ?? from
    const tokens = book.peekWith(pool, token)
    if (tokens === null || (tokens.token0 !== token && tokens.token1 !== token)) return null
    path.push(tokens.token0 === token ? tokens.token1 : tokens.token0)
  }
  return path
}
