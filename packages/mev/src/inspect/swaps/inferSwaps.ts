import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import type { Transfer } from '../flow/transfer.ts'
import type { MinedTransaction } from '../minedBlock.ts'
import type { PoolSwap } from './poolSwap.ts'

const none: readonly PoolSwap[] = []

/**
 * Infers swaps with unknown DEXes from addresses that received one token and gave another in total. Such an address is a pool, a
 * market maker, or a user seen from the other side. Callers must distinguish them. A sandwich, for example, requires the same
 * address in three transactions.
 */
export function inferSwaps(
  transaction: MinedTransaction,
  transfers: readonly Transfer[],
  known: ReadonlySet<Address>,
): readonly PoolSwap[] {
  const byHolder = findHolders(transaction, transfers, known)
  if (byHolder.size === 0) return none
  for (const { token, from, to, amount } of transfers) {
    if (from === to) continue
    const [giver, taker] = [byHolder.get(from), byHolder.get(to)]
    if (giver !== undefined) addBalance(giver, token, -amount)
    if (taker !== undefined) addBalance(taker, token, amount)
  }
  return [...byHolder].flatMap(([holder, balances]) => toSwap(holder, balances) ?? none)
}

/** Returns addresses that both gave and received tokens, except the sender and the called contract. */
function findHolders(
  { from: sender, to: called }: MinedTransaction,
  transfers: readonly Transfer[],
  known: ReadonlySet<Address>,
): Map<Address, Balances> {
  const holders = new Map<Address, Balances>()
  const givers = new Set<Address>()
  for (const { from } of transfers) if (from !== sender && from !== called && !known.has(from)) givers.add(from)
  if (givers.size > 0) for (const { to } of transfers) if (givers.has(to)) holders.set(to, new Map())
  return holders
}

function toSwap(holder: Address, balances: Balances): PoolSwap | null {
  let taken = 0
  let given = 0
  let tokenIn: Address | undefined
  let tokenOut: Address | undefined
  for (const [token, amount] of balances) {
    if (amount > 0n) {
      tokenIn = token
      taken += 1
    } else if (amount < 0n) {
      tokenOut = token
      given += 1
    }
  }
  if (taken !== 1 || given !== 1 || tokenIn === undefined || tokenOut === undefined) return null
  return {
    protocol: 'unknown',
    pool: holder,
    holder,
    tokenIn,
    tokenOut,
    payer: null,
    recipient: null,
    amountIn: balances.get(tokenIn) ?? 0n,
    amountOut: -(balances.get(tokenOut) ?? 0n),
    zeroForOne: tokenIn < tokenOut,
  }
}
