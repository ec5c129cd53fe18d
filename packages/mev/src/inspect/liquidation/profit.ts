import type { Address } from 'viem'
import { addBalance, type Balances } from '../flow/balances.ts'
import type { TransactionFlow } from '../flow/transactionFlow.ts'
import type { TokenAmounts } from '../minedFinding.ts'
import { addSwap, toAmounts } from '../profit.ts'
import type { Liquidation } from './liquidation.ts'

/** What a liquidator gained; `isWhole` is false where an amount that belongs to it is not known. */
export type LiquidationProfit = { readonly profit: TokenAmounts; readonly isWhole: boolean }

/**
 * What the liquidator's addresses gained in the transaction, where it liquidated once. Where it did several times, or sent
 * what it seized to an address that is not known as its own: what it seized less what it repaid, and for one liquidation
 * what its swaps brought.
 */
export function computeLiquidationProfit(
  flow: TransactionFlow,
  liquidation: Liquidation,
  ofTransaction: number,
): LiquidationProfit {
  const single = ofTransaction === 1
  if (single) {
    const own = computeOwn(flow, liquidation)
    if (Object.values(own).some((amount) => amount > 0n)) return { profit: own, isWhole: true }
  }
  const { debtToken, debtAmount, collateralToken, collateralAmount } = liquidation
  const profit: Balances = new Map()
  const hasSeized = collateralToken !== null && collateralAmount !== null
  const hasRepaid = debtToken !== null && debtAmount !== null
  if (hasSeized) addBalance(profit, collateralToken, collateralAmount)
  if (hasRepaid) addBalance(profit, debtToken, -debtAmount)
  if (single) for (const swap of flow.swaps) addSwap(profit, swap)
  return { profit: toAmounts(profit), isWhole: hasSeized && hasRepaid }
}

function computeOwn({ transaction, transfers }: TransactionFlow, { lender, liquidator }: Liquidation): TokenAmounts {
  const own = new Set<Address | null>([transaction.from, transaction.to, liquidator])
  own.delete(lender)
  const profit: Balances = new Map()
  for (const { token, from, to, amount } of transfers) {
    if (own.has(from) && !own.has(to)) addBalance(profit, token, -amount)
    if (own.has(to) && !own.has(from)) addBalance(profit, token, amount)
  }
  return toAmounts(profit)
}
