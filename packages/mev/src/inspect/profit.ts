import type { Address } from 'viem'
import { addBalance, addBalances, type Balances, subtractBalances } from './flow/balances.ts'
import { computeNetFlow } from './flow/netFlow.ts'
import { type Attack, type BlockContext, findOwnAddresses } from './flow/ownAddresses.ts'
import type { TransactionFlow } from './flow/transactionFlow.ts'
import type { TokenAmounts } from './minedFinding.ts'
import type { PoolSwap } from './swaps/poolSwap.ts'

/** Converts balances to a plain object without zeros. */
export const toAmounts = (balances: Balances): TokenAmounts =>
  Object.fromEntries([...balances].filter(([, amount]) => amount !== 0n))

/** Transactions of a finding, and its share of a transaction that belongs to several findings. */
export type Claim = {
  readonly attack: Attack
  readonly toPart: (flow: TransactionFlow) => Balances
  /** Amounts that were moved but do not appear as transfers. */
  readonly unseen?: Balances
}

export type Profit = {
  readonly profit: TokenAmounts
  /** True if the net flow of at least one transaction is part of the profit. */
  readonly isNet: boolean
}

/**
 * Computes the profit of each claim: the gain of the attacker's addresses in its transactions, before gas and payments to the
 * coinbase. A transaction's gain is counted once. Its first claim gets the gain minus the parts of the other claims.
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

/** Returns the gain of the traders: amounts paid by the pools minus amounts received by them. */
export function computeSwapGain(swaps: readonly PoolSwap[]): Balances {
  const gain: Balances = new Map()
  for (const swap of swaps) addSwap(gain, swap)
  return gain
}

/** Returns all swaps of the transactions, including those in unknown pools. */
export const toSwaps = (flows: readonly TransactionFlow[]): readonly PoolSwap[] =>
  flows.flatMap(({ swaps, inferred }) => [...swaps, ...inferred])

export function addSwap(gain: Balances, { tokenIn, tokenOut, amountIn, amountOut }: PoolSwap): void {
  addBalance(gain, tokenIn, -amountIn)
  addBalance(gain, tokenOut, amountOut)
}

/** Returns the gain from liquidity that a transaction added or removed: all its transfers with the holder except swaps. */
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
