import type { Transaction } from '../transaction/transaction.ts'

/** The usual way to cancel: a transaction from the sender to itself, without value and calldata. */
export function isCancellation({
  from,
  to,
  value,
  input,
}: Pick<Transaction, 'from' | 'to' | 'value' | 'input'>): boolean {
  return to === from && value === 0n && input === '0x'
}

/**
 * Whether `next` may replace `current`: one of its fee caps is higher and none is lower. Nodes ask for about a tenth more,
 * each by its own rule; what a node shows has passed that rule already.
 */
export function canReplace(next: Transaction, current: Transaction): boolean {
  const [fee, tip] = [
    next.maxFeePerGas - current.maxFeePerGas,
    next.maxPriorityFeePerGas - current.maxPriorityFeePerGas,
  ]
  return fee >= 0n && tip >= 0n && fee + tip > 0n
}
