import type { Transaction } from '../transaction/transaction.ts'

/** Whether a transaction is a usual cancellation: from the sender to itself, without value and calldata. */
export function isCancellation({
  from,
  to,
  value,
  input,
}: Pick<Transaction, 'from' | 'to' | 'value' | 'input'>): boolean {
  return to === from && value === 0n && input === '0x'
}

/**
 * Whether `next` may replace `current`: one of its fee caps is higher and none is lower. Nodes require about 10 % more, each
 * by its own rule. Transactions shown by a node have already passed its rule.
 */
export function canReplace(next: Transaction, current: Transaction): boolean {
  const [fee, tip] = [
    next.maxFeePerGas - current.maxFeePerGas,
    next.maxPriorityFeePerGas - current.maxPriorityFeePerGas,
  ]
  return fee >= 0n && tip >= 0n && fee + tip > 0n
}
