import type { Address, Hex } from 'viem'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { HiddenSwap, PoolSwap } from '../swaps/poolSwap.ts'

/** Total of a transaction's swaps in one pool and direction. */
export type PoolTrade = {
  readonly flow: TransactionFlow
  readonly pool: Hex
  readonly zeroForOne: boolean
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Sold token. Null if no transfer shows it. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
}

/** Protocols with two tokens per pool. Pools of other protocols are split by token pair. */
const pairs: ReadonlySet<string> = new Set([
  ...['uniswap_v1', 'uniswap_v2', 'uniswap_v3', 'uniswap_v4', 'solidly', 'kyber_dmm', 'algebra', 'pancakeswap_v3'],
  ...['pancakeswap_infinity', 'maverick', 'maverick_v2', 'fluid'],
])

/** Groups the trades of a block by pool, in block order. */
export function groupTrades(flows: readonly TransactionFlow[]): ReadonlyMap<string, readonly PoolTrade[]> {
  const byPool = new Map<string, PoolTrade[]>()
  for (const flow of flows) {
    for (const { key, trade } of toTrades(flow)) {
      const trades = byPool.get(key)
      if (trades === undefined) byPool.set(key, [trade])
      else trades.push(trade)
    }
  }
  return byPool
}

type KeyedTrade = { readonly key: string; readonly trade: PoolTrade }

function toTrades(flow: TransactionFlow): readonly KeyedTrade[] {
  const trades: KeyedTrade[] = []
  for (const swaps of [flow.swaps, flow.hidden, flow.inferred])
    for (const swap of swaps) {
      const key = toKey(swap)
      const place = trades.findIndex((other) => other.key === key && other.trade.zeroForOne === swap.zeroForOne)
      const before = trades[place]?.trade
      const keyed = { key, trade: toTrade(flow, swap, before) }
      if (before === undefined) trades.push(keyed)
      else trades[place] = keyed
    }
  return trades
}

const toTrade = (flow: TransactionFlow, swap: PoolSwap | HiddenSwap, before: PoolTrade | undefined): PoolTrade => ({
  flow,
  pool: swap.pool,
  zeroForOne: swap.zeroForOne,
  amountIn: swap.amountIn + (before?.amountIn ?? 0n),
  amountOut: swap.amountOut + (before?.amountOut ?? 0n),
  tokenIn: swap.tokenIn ?? before?.tokenIn ?? null,
  tokenOut: swap.tokenOut ?? before?.tokenOut ?? null,
})

function toKey(swap: PoolSwap | HiddenSwap): string {
  if (swap.tokenIn === null || pairs.has(swap.protocol)) return swap.pool
  const { pool, tokenIn, tokenOut } = swap
  return tokenIn < tokenOut ? `${pool}${tokenIn}${tokenOut}` : `${pool}${tokenOut}${tokenIn}`
}
