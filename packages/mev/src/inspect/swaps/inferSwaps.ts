import type { Address } from 'viem'
import { toNetBalances } from '../flow/balances.ts'
import type { Transfer } from '../flow/transfer.ts'
import type { MinedTransaction } from '../minedBlock.ts'
import type { PoolSwap } from './poolSwap.ts'

/**
 * Swaps with addresses of no known DEX: who took one token and gave another, in sum. That is a pool, a market maker, or a
 * user seen from the other side: what reads these must tell them apart, as a sandwich does, which needs the same address
 * in three transactions.
 */
export function inferSwaps(
  { from, to }: MinedTransaction,
  transfers: readonly Transfer[],
  known: ReadonlySet<Address>,
): readonly PoolSwap[] {
  const swaps: PoolSwap[] = []
  for (const [holder, balances] of toNetBalances(transfers)) {
    if (balances.size < 2 || holder === from || holder === to || known.has(holder)) continue
    let [taken, given] = [0, 0]
    let [tokenIn, tokenOut]: (Address | undefined)[] = []
    for (const [token, amount] of balances) {
      if (amount > 0n) [tokenIn, taken] = [token, taken + 1]
      if (amount < 0n) [tokenOut, given] = [token, given + 1]
    }
    if (taken !== 1 || given !== 1 || tokenIn === undefined || tokenOut === undefined) continue
    swaps.push({
      ...{ protocol: 'unknown', pool: holder, holder, tokenIn, tokenOut, payer: null, recipient: null },
      ...{ amountIn: balances.get(tokenIn) ?? 0n, amountOut: -(balances.get(tokenOut) ?? 0n) },
      zeroForOne: tokenIn < tokenOut,
    })
  }
  return swaps
}
