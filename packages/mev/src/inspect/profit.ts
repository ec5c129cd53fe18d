import type { Address, Hex } from 'viem'
import { addBalance, type Balances } from './flow/balances.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import type { TokenAmounts } from './minedFinding.ts'
import type { PoolSwap } from './swaps/poolSwap.ts'

/** What is not zero, as a plain object. */
export const toAmounts = (balances: Balances): TokenAmounts =>
  Object.fromEntries([...balances].filter(([, amount]) => amount !== 0n))

/**
 * What the swaps of transactions brought to whoever made them: what the pools gave less what they took. Of addresses that
 * are no known pool only `pools` count; with `only` of all.
 */
export function computeSwapProfit(
  flows: readonly TransactionFlow[],
  { pools, only }: { readonly pools: readonly Hex[]; readonly only: boolean },
): TokenAmounts {
  const profit: Balances = new Map()
  for (const { swaps, inferred } of flows) {
    for (const swap of swaps) if (!only || pools.includes(swap.pool)) addSwap(profit, swap)
    for (const swap of inferred) if (pools.includes(swap.pool)) addSwap(profit, swap)
  }
  return toAmounts(profit)
}

export function addSwap(profit: Balances, { tokenIn, tokenOut, amountIn, amountOut }: PoolSwap): void {
  addBalance(profit, tokenIn, -amountIn)
  addBalance(profit, tokenOut, amountOut)
}

/** What a contract gave less what it took in transactions: what came of liquidity put in and taken out. */
export function computeHolderLosses(flows: readonly TransactionFlow[], holder: Address): TokenAmounts {
  const profit: Balances = new Map()
  for (const { transfers } of flows)
    for (const { token, from, to, amount } of transfers) {
      if (from === holder) addBalance(profit, token, amount)
      if (to === holder) addBalance(profit, token, -amount)
    }
  return toAmounts(profit)
}
