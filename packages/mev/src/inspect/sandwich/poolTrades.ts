import type { Address, Hex } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { HiddenSwap, PoolSwap } from '../swaps/poolSwap.ts'

/** What one transaction traded in one pool in one direction. */
export type PoolTrade = {
  readonly flow: TransactionFlow
  readonly pool: Hex
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Null where no transfer shows it. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
}

/** Pools of two tokens; others trade each pair of theirs apart. */
const pairs: ReadonlySet<string> = new Set([
  ...['uniswap_v1', 'uniswap_v2', 'uniswap_v3', 'uniswap_v4', 'solidly', 'kyber_dmm', 'algebra', 'pancakeswap_v3'],
  ...['pancakeswap_infinity', 'maverick', 'maverick_v2', 'fluid'],
])

/** The trades of a block by pool, in its order. */
export function groupTrades(flows: readonly TransactionFlow[]): ReadonlyMap<string, readonly PoolTrade[]> {
  const byPool = new Map<string, PoolTrade[]>()
  for (const flow of flows) {
    for (const [key, trade] of toTrades(flow)) {
      const trades = byPool.get(key)
      if (trades === undefined) byPool.set(key, [trade])
      else trades.push(trade)
    }
  }
  return byPool
}

function toTrades(flow: TransactionFlow): readonly (readonly [key: string, PoolTrade])[] {
  if (flow.swaps.length + flow.hidden.length + flow.inferred.length === 0) return []
  const byDirection = new Map<string, readonly [string, PoolTrade]>()
  for (const swap of [...flow.swaps, ...flow.hidden, ...flow.inferred]) {
    const key = toKey(swap)
    const direction = `${key}${swap.zeroForOne}`
    const before = byDirection.get(direction)?.[1]
    byDirection.set(direction, [
      key,
      {
        ...{ flow, pool: swap.pool, zeroForOne: swap.zeroForOne },
        amountIn: swap.amountIn + (before?.amountIn ?? 0n),
        amountOut: swap.amountOut + (before?.amountOut ?? 0n),
        tokenIn: swap.tokenIn ?? before?.tokenIn ?? null,
        tokenOut: swap.tokenOut ?? before?.tokenOut ?? null,
      },
    ])
  }
  return [...byDirection.values()]
}

function toKey(swap: PoolSwap | HiddenSwap): string {
  if (swap.tokenIn === null || pairs.has(swap.protocol)) return swap.pool
  const [first, second] = [swap.tokenIn, swap.tokenOut].sort()
  return `${swap.pool}${first}${second}`
}
