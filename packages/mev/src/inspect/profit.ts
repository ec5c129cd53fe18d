import type { Address } from 'viem'
import { addBalance, addBalances, type Balances, subtractBalances } from './flow/balances.ts'
import { computeNetFlow } from './flow/netFlow.ts'
import { type Attack, type BlockContext, findOwnAddresses } from './flow/ownAddresses.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import type { TokenAmounts } from './minedFinding.ts'
import type { PoolSwap } from './swaps/poolSwap.ts'

/** What is not zero, as a plain object. */
export const toAmounts = (balances: Balances): TokenAmounts =>
  Object.fromEntries([...balances].filter(([, amount]) => amount !== 0n))

/** A finding's transactions, and its part of one of them if another finding has a part in it, too. */
export type Claim = {
  readonly attack: Attack
  readonly toPart: (flow: TransactionFlow) => Balances
  /** What it moved besides, and no transfer shows. */
  readonly unseen?: Balances
}

export type Profit = {
  readonly profit: TokenAmounts
  /** Whether the profit is, at least of one transaction, what its addresses gained. */
  readonly isNet: boolean
}

/**
 * Computes the profit of each claim: what the attacker's addresses gained in its transactions, before gas and payments to the
 * coinbase. The gain of one transaction is counted once: its first claim gets what the parts of the others leave.
 */
export function computeProfits(claims: readonly Claim[], context: BlockContext): readonly Profit[] {
  const byFlow = new Map<TransactionFlow, Claim[]>()
  for (const claim of claims)
    for (const flow of claim.attack.flows) byFlow.set(flow, [...(byFlow.get(flow) ?? []), claim])
  return claims.map((claim) => {
    const profit: Balances = new Map()
    const own = findOwnAddresses(claim.attack, context)
    let isNet = false
    for (const flow of claim.attack.flows) {
      const [first, ...others] = byFlow.get(flow) ?? []
      if (first !== claim) addBalances(profit, claim.toPart(flow))
      else {
        isNet = true
        addBalances(profit, computeNetFlow([flow], own))
        if (claim.unseen !== undefined) addBalances(profit, claim.unseen)
        for (const other of others) subtractBalances(profit, other.toPart(flow))
      }
    }
    return { profit: toAmounts(profit), isNet }
  })
}

/** What swaps brought to whoever made them: what the pools gave less what they took. */
export function computeSwapGain(swaps: readonly PoolSwap[]): Balances {
  const gain: Balances = new Map()
  for (const swap of swaps) addSwap(gain, swap)
  return gain
}

/** All swaps of transactions, those with unknown pools included. */
export const toSwaps = (flows: readonly TransactionFlow[]): readonly PoolSwap[] =>
  flows.flatMap(({ swaps, inferred }) => [...swaps, ...inferred])

export function addSwap(gain: Balances, { tokenIn, tokenOut, amountIn, amountOut }: PoolSwap): void {
  addBalance(gain, tokenIn, -amountIn)
  addBalance(gain, tokenOut, amountOut)
}

/** What came of liquidity that a transaction put into a contract or took out: all it moved there but for its swaps. */
export function computeLiquidityGain({ transfers, swaps }: TransactionFlow, holder: Address): Balances {
  const gain: Balances = new Map()
  for (const { token, from, to, amount } of transfers) {
    if (from === holder) addBalance(gain, token, amount)
    if (to === holder) addBalance(gain, token, -amount)
  }
  for (const swap of swaps)
    if (swap.holder === holder) {
      addBalance(gain, swap.tokenIn, swap.amountIn)
      addBalance(gain, swap.tokenOut, -swap.amountOut)
    }
  return gain
}
