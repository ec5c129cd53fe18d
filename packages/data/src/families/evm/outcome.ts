import type { Transaction, TransactionReceipt } from 'viem'

/** `unknown`: the receipt has no status, as before Byzantium (EIP-658). */
export type EvmStatus = 'pending' | 'success' | 'failed' | 'unknown'

export function toStatus(receipt: TransactionReceipt | null): EvmStatus {
  if (receipt === null) return 'pending'
  if (receipt.status === 'success') return 'success'
  return receipt.status === 'reverted' ? 'failed' : 'unknown'
}

/**
 * Returns the wei per gas that a mined transaction paid, or the maximum that a pending transaction offers. Returns
 * null if no node reports the price. A cap (`maxFeePerGas`) is not used instead, because it is not the price that was
 * paid.
 */
export function toGasPrice(transaction: Transaction, receipt: TransactionReceipt | null): bigint | null {
  const { gasPrice, maxFeePerGas } = transaction
  if (receipt === null) return maxFeePerGas ?? gasPrice ?? null
  // Some nodes omit it, although viem's type requires it.
  const paid = receipt.effectiveGasPrice as bigint | null
  // Some nodes repeat the cap as the price.
  return paid ?? (gasPrice === maxFeePerGas ? null : (gasPrice ?? null))
}
